import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Db } from './pool.ts';
import type { Database } from './schema.ts';

/** A client as Kysely sees it: for what belongs into the transaction that this client holds. */
export function dbFromClient(client: pg.PoolClient): Db {
  const connection: PostgresPoolClient = {
    // Kysely's own types of rows and commands, which the driver does not have.
    query: client.query.bind(client) as PostgresPoolClient['query'],
    release: () => undefined,
  };
  const pool = { options: {}, connect: async () => connection, end: async () => undefined };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
