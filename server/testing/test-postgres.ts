import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A PostgreSQL that may be asked to create databases. */
export interface TestPostgres {
  connection: { host: string; port: number; user: string; password: string };
}

/** A name for a database or a role that nobody else has. */
export const makeName = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

export async function runAsAdmin(server: TestPostgres, statement: string): Promise<void> {
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
