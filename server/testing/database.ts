import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, type DatabasePool, openPool } from '../core/database/pool.ts';

/** What global-setup.ts started: a server with two templates, to copy databases from. */
export interface TestServer {
  connection: { host: string; port: number; user: string; password: string };
}

/** `library` has the schema and all of content/; `empty` the schema alone. */
export type Template = 'library' | 'empty';

export const templateName = (template: Template) => `promptarium_template_${template}`;

export interface TestDatabase extends DatabasePool {
  connection: Connection;
  /** The same as a URL, for processes a test starts. */
  url: string;
  drop(): Promise<void>;
}

/**
 * A database of its own, copied from a template in well under a second; `blank` is one that nobody has migrated.
 */
export async function createTestDatabase(
  server: TestServer,
  template: Template | 'blank' = 'library',
): Promise<TestDatabase> {
  const database = makeName('test');
  const source = template === 'blank' ? 'template1' : templateName(template);
  await runAsAdmin(server, `create database ${database} template ${source}`);
  const connection = { ...server.connection, database };
  // A test that ends a server on purpose must not end with an unhandled error.
  const pool = openPool(connection, { size: 5, onError: () => undefined });
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

/** PostgreSQL's word for what we may not do. */
const NOT_OURS = '42501';

/** A worker that vacuums it belongs to the superuser, whom we may not end; it is gone in a moment. */
async function dropDatabase(server: TestServer, database: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAsAdmin(server, `drop database if exists ${database} with (force)`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== NOT_OURS || attempt === 20) throw error;
      await setTimeout(250);
    }
  }
}

/** A name for a database or a role that nobody else has. */
export const makeName = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

export async function runAsAdmin(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ ...server.connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A socket folder goes into the query string, where libpq's URLs keep it. */
export function databaseUrl(connection: {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}): string {
  const { host, port, user, password, database } = connection;
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${credentials}@${host}:${port}/${database}`;
}
