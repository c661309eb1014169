import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/core/database/migrate.ts';
import { openPool } from '../server/core/database/pool.ts';
import { startEmbeddedDatabase } from '../server/core/embedded/embedded-database.ts';
import { databaseUrl } from '../server/testing/database.ts';
import { makeTestFolder } from '../server/testing/folder.ts';
import { generatePrompts } from './generate.ts';
import { ROOT } from './processes.ts';

export interface BenchDatabases {
  /** Nothing but content/, loaded by the app itself. */
  content: string;
  /** 1,000 and 100,000 generated prompts. */
  small: string;
  large: string;
  stop(): Promise<void>;
}

/** Three databases on an embedded server of their own; the large one takes most of a minute. */
export async function openDatabases(say: (line: string) => void): Promise<BenchDatabases> {
  const folder = await makeTestFolder();
  const embedded = await startEmbeddedDatabase({ dataDir: folder.path, log: () => undefined });
  const { host, port, user, password } = embedded.connection;

  async function create(name: string, prompts: number): Promise<string> {
    const admin = new pg.Client({ host, port, user, password, database: 'postgres' });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const { pool, close } = openPool(
      { host, port, user, password, database: name },
      { size: 2, onError: () => undefined },
    );
    await migrate(pool, join(ROOT, 'server', 'migrations'));
    if (prompts > 0) {
      const { seconds } = await generatePrompts(pool, prompts);
      say(`${prompts.toLocaleString('en-US')} prompts generated in ${seconds.toFixed(1)} s`);
    }
    await close();
    return databaseUrl({ ...embedded.connection, database: name });
  }

  return {
    content: await create('content', 0),
    small: await create('small', 1000),
    large: await create('large', 100_000),
    async stop() {
      await embedded.stop();
      await folder.remove();
    },
  };
}
