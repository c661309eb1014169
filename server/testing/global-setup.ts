import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../core/database/migrate.ts';
import { openPool } from '../core/database/pool.ts';
import { startEmbeddedDatabase } from '../core/embedded/embedded-database.ts';
import { loadLibrary } from '../features/library/library.loading.ts';
import { runAsAdmin, type Template, type TestServer, templateName } from './database.ts';
import { makeTestFolder } from './folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * One PostgreSQL for the whole run: our embedded one in a folder of its own, or the server TEST_DATABASE_URL names
 * (that is how the same tests run on PostgreSQL 15).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await openServer();
  try {
    await makeTemplate(server, 'empty');
    await makeTemplate(server, 'library');
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('testServer', server);
  return stop;
}

async function openServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) {
    const { hostname, port, username, password, searchParams } = new URL(url);
    const host = searchParams.get('host') ?? hostname;
    return {
      server: { connection: { host, port: Number(port || 5432), user: username, password } },
      stop: async () => undefined,
    };
  }
  const folder = await makeTestFolder();
  const embedded = await startEmbeddedDatabase({ dataDir: folder.path, log: () => undefined });
  const { host, port, user, password } = embedded.connection;
  return {
    server: { connection: { host, port, user, password } },
    async stop() {
      await embedded.stop();
      await folder.remove();
    },
  };
}

async function makeTemplate(server: TestServer, template: Template): Promise<void> {
  const database = templateName(template);
  await runAsAdmin(server, `drop database if exists ${database} with (force)`);
  await runAsAdmin(server, `create database ${database}`);
  const { pool, close } = openPool({ ...server.connection, database }, { size: 2, onError: () => undefined });
  try {
    await migrate(pool, join(ROOT, 'server', 'migrations'));
    if (template === 'library') await loadLibrary({ pool, contentDir: join(ROOT, 'content') });
  } finally {
    await close();
  }
}
