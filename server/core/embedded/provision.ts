import pg from 'pg';
import { superuser } from './cluster.ts';

export interface Connection {
  /** The socket's folder. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/**
 * The application's role and database, made where they are missing; every step may
 * be the first after a kill. The role is no superuser: SQL that should never have run must not
 * reach files or programs, and what works here also works on a hosted PostgreSQL.
 * CREATEDB is for tests, which copy a template database; the parameter is for imports.
 */
export async function provision(connection: Connection): Promise<void> {
  const { user, database, password } = connection;
  const client = new pg.Client({
    ...connection,
    user: superuser,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // Between two queries; the next query rejects.
  await client.connect();
  try {
    const found = await client.query<{ role: boolean; base: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS base`,
      [user, database],
    );
    if (!found.rows[0]?.role) {
      await client.query('BEGIN');
      await client.query(`CREATE ROLE ${user} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
      await client.query(`GRANT SET ON PARAMETER session_replication_role TO ${user}`);
      await client.query(`GRANT pg_monitor TO ${user}`);
      await client.query('COMMIT');
    }
    if (!found.rows[0]?.base) await client.query(`CREATE DATABASE ${database} OWNER ${user}`);
  } finally {
    await client.end();
  }
}
