import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject as fromSetup } from 'vitest';
import { type App, type AppParts, type AppSettings, buildApp } from '../app.ts';
import { loadBuiltPages } from '../core/pages/renderer.ts';
import type { Readiness } from '../core/readiness.ts';
import { createTestDatabase, type Template, type TestDatabase } from './database.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

const SETTINGS: AppSettings = {
  publicUrl: 'http://localhost:3000',
  trustProxy: false,
  rateLimit: 0,
  searchRateLimit: 0,
  cacheBytes: 16_000_000,
  logLevel: 'silent',
};

export interface TestApp extends App {
  database: TestDatabase;
  readiness: Readiness;
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** The real app, pages included, on a database of its own. */
export async function createTestApp(
  options: {
    template?: Template;
    settings?: Partial<AppSettings>;
    /** Instead of the test's own: a log stream, a renderer. */
    parts?: Partial<AppParts>;
    extend?: (server: FastifyInstance) => void;
  } = {},
): Promise<TestApp> {
  const database = await createTestDatabase(fromSetup('testServer'), options.template);
  const readiness: Readiness = { state: 'ready', reason: '' };
  const app = await buildApp(
    {
      db: database.db,
      readiness,
      renderer: await loadBuiltPages(DIST),
      clientDir: join(DIST, 'client'),
      ...options.parts,
    },
    { ...SETTINGS, ...options.settings },
  );
  options.extend?.(app.server);
  await app.server.ready();
  return {
    ...app,
    database,
    readiness,
    get: (url, extra) => app.server.inject({ method: 'GET', url, ...extra }),
    async close() {
      await app.server.close();
      await database.drop();
    },
  };
}
