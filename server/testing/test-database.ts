import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, type DatabasePool, openPool } from '../core/database/pool.ts';
import { databaseUrl, makeName, runAsAdmin, type TestPostgres } from './test-postgres.ts';

/**
 * `library` has the schema and all of content/; `empty` the schema alone. Those two are there from the start of a run,
 * `canary` from its first use (canary-app.ts).
 */
export type Template = 'library' | 'empty' | 'canary';

export const templateName = (template: Template) => `promptarium_template_${template}`;

/** A busy machine is no outage: whoever tests an outage takes the database away. Milliseconds. */
export const LONG_TIMEOUT = 30_000;

export interface TestDatabase extends DatabasePool {
  connection: Connection;
  /** The same as a URL, for processes a test starts. */
  url: string;
  drop(): Promise<void>;
}

/**
 * A database of its own, copied from a template in well under a second; `blank` is one without migrations.
 */
export async function createTestDatabase(
  server: TestPostgres,
  template: Template | 'blank' = 'library',
): Promise<TestDatabase> {
  const database = makeName('test');
  const source = template === 'blank' ? 'template1' : templateName(template);
  // The other way writes all of it to the log too: 40 ms of processor time more.
  await runAsAdmin(server, `create database ${database} template ${source} strategy file_copy`);
  const connection = { ...server.connection, database };
  // A test that ends a server on purpose must not end with an unhandled error.
  const pool = openPool(connection, { size: 8, onError: () => undefined, connectionTimeout: LONG_TIMEOUT });
  return {
    ...pool,
    connection,
    url: databaseUrl(connection),
    async drop() {
      await pool.close();
      await dropDatabase(server, database);
    },
  };
}

/** insufficient_privilege */
const NOT_PERMITTED = '42501';

/** A vacuum worker belongs to the superuser, whose processes we may not end; it ends soon by itself. */
async function dropDatabase(server: TestPostgres, database: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAsAdmin(server, `drop database if exists ${database} with (force)`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== NOT_PERMITTED || attempt === 20) throw error;
      await setTimeout(250);
    }
  }
}
