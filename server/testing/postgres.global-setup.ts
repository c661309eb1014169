import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../core/database/migrate.ts';
import { openPool } from '../core/database/pool.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { loadLibrary } from '../features/library/library.loading.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { type Template, templateName } from './test-database.ts';
import { makeTestFolder } from './test-folder.ts';
import { runAsAdmin, type TestPostgres } from './test-postgres.ts';

const ROOT = join(import.meta.dirname, '..', '..');

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestPostgres;
  }
}

/** One PostgreSQL for all of a project's files: the embedded 18, or Debian's 15 (vitest.config.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await (project.name === 'postgres15'
    ? startDebianPostgres()
    : startEmbedded());
  const server: TestPostgres = { connection };
  try {
    await Promise.all([makeTemplate(server, 'empty'), makeTemplate(server, 'library')]);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('testServer', server);
  return stop;
}

async function startEmbedded() {
  const folder = await makeTestFolder();
  const embedded = await startEmbeddedDatabase({ dataDir: folder.path, log: () => undefined });
  const { host, port, user, password } = embedded.connection;
  const connection = { host, port, user, password };
  // Deriving a key from the password 4,096 times is a third of what each of thousands of connections costs its client.
  await runAsAdmin(
    { connection: { ...connection, user: 'postgres' } },
    `set scram_iterations = 1; alter role ${user} password '${password}'`,
  );
  return {
    connection,
    async stop() {
      await embedded.stop();
      await folder.remove();
    },
  };
}

async function makeTemplate(server: TestPostgres, template: Template): Promise<void> {
  const database = templateName(template);
  await runAsAdmin(server, `create database ${database}`);
  const { pool, close } = openPool({ ...server.connection, database }, { size: 2, onError: () => undefined });
  try {
    await migrate(pool, join(ROOT, 'server', 'migrations'));
    if (template === 'library') await loadLibrary({ pool, contentDir: join(ROOT, 'content') });
  } finally {
    await close();
  }
}
