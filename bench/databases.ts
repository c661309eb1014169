import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/core/database/migrate.ts';
import { openPool } from '../server/core/database/pool.ts';
import { startEmbeddedDatabase } from '../server/embedded-postgres/embedded-database.ts';
import { loadLibrary } from '../server/features/library/library.loading.ts';
import { makeTestFolder } from '../server/testing/test-folder.ts';
import { databaseUrl } from '../server/testing/test-postgres.ts';
import { generatePrompts } from './generate-prompts.ts';
import { ROOT } from './processes.ts';

export interface BenchDatabases {
  /** Nothing but content/, loaded by the app itself. */
  content: string;
  /** With 1,000 and 100,000 generated prompts; the large one takes most of a minute. */
  generate(): Promise<{ small: string; large: string; indexSeconds: number }>;
  /** With 1,000,000 generated prompts: some ten minutes and six gigabytes. */
  generateMillion(): Promise<{ url: string; indexSeconds: number }>;
  stop(): Promise<void>;
}

/** Databases on an embedded server of their own. */
export async function openDatabases(say: (line: string) => void): Promise<BenchDatabases> {
  const folder = await makeTestFolder();
  const embedded = await startEmbeddedDatabase({ dataDir: folder.path, log: () => undefined });
  const { host, port, user, password } = embedded.connection;

  async function create(name: string, prompts: number): Promise<{ url: string; indexSeconds: number }> {
    const admin = new pg.Client({ host, port, user, password, database: 'postgres' });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const { pool, close } = openPool(
      { host, port, user, password, database: name },
      { size: 2, onError: () => undefined },
    );
    await migrate(pool, join(ROOT, 'server', 'migrations'));
    let indexSeconds = 0;
    if (prompts > 0) {
      // Categories exist as the app expects them: renaming one at its start would index 100,000 prompts again.
      await loadLibrary({ pool, contentDir: join(ROOT, 'content') });
      const generated = await generatePrompts(pool, prompts);
      indexSeconds = generated.indexSeconds;
      say(`${prompts.toLocaleString('en-US')} prompts generated in ${generated.seconds.toFixed(1)} s`);
    }
    await close();
    return { url: databaseUrl({ ...embedded.connection, database: name }), indexSeconds };
  }

  return {
    content: (await create('content', 0)).url,
    async generate() {
      const small = await create('small', 1000);
      const large = await create('large', 100_000);
      return { small: small.url, large: large.url, indexSeconds: large.indexSeconds };
    },
    generateMillion: () => create('million', 1_000_000),
    async stop() {
      await embedded.stop();
      await folder.remove();
    },
  };
}
