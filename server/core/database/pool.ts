import { setTimeout as sleep } from 'node:timers/promises';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

/** Where PostgreSQL listens: a connection URL, or the parts the embedded database hands over. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

export interface DatabasePool {
  db: Db;
  pool: pg.Pool;
  /** Waits a second for queries under way, then cuts them off; whoever runs them gets an error. */
  close(): Promise<void>;
}

/** The server ends a statement after this. Milliseconds. */
const STATEMENT_TIMEOUT = 5000;

/** A server that has not even said so by then is frozen or unreachable. Milliseconds. */
const SILENCE_TIMEOUT = 7000;

/** Time for queries under way when the pool closes. Milliseconds. */
const CLOSE_PATIENCE = 1000;

/**
 * A pool whose waits all end. node-postgres' own default waits for ever when every client is taken or a server
 * falls silent, and a client without an `error` listener ends the process when the server restarts (RELIABILITY
 * section 3).
 */
export function openPool(
  connection: Connection,
  options: { size: number; onError: (error: Error) => void },
): DatabasePool {
  const pool = new pg.Pool({
    ...connection,
    max: options.size,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'promptarium',
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    clients.add(client);
    // The pool listens to idle clients only. One at work tells its query too: this listener is there to be one.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => clients.delete(client));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withSilenceTimeout(pool) }) });
  let closing: Promise<void> | undefined;
  return { db, pool, close: () => (closing ??= close(pool, db, clients)) };
}

/**
 * Kysely does not end a pool it has not used, so the pool is ended here and not by it. A pool calls itself ended
 * when it has told its clients to go: here it is when they are gone, or a database that stops right after would
 * find them still there.
 */
async function close(pool: pg.Pool, db: Db, clients: ReadonlySet<pg.PoolClient>): Promise<void> {
  const patience = new AbortController();
  const isOver = sleep(CLOSE_PATIENCE, undefined, { signal: patience.signal }).catch(() => undefined);
  const ended = pool.end();
  const gone = new Promise<void>((done) => {
    if (clients.size === 0) done();
    pool.on('remove', () => {
      if (clients.size === 0) done();
    });
  });
  await Promise.race([gone, isOver]);
  // With a query under way this destroys the connection, which rejects the query and so releases the client.
  for (const client of clients) void client.end();
  await ended;
  patience.abort();
  await db.destroy();
}

/**
 * The pool as Kysely sees it: a client whose server did not answer in time is thrown away. Back in the pool, it
 * would keep the next caller waiting for the same silence. `statement_timeout` does not help here, since it is the
 * server that watches it. Not for the pool's other users: migrations may take long.
 */
function withSilenceTimeout(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => watch(await pool.connect()),
    end: async () => undefined,
  };
}

function watch(client: pg.PoolClient): PostgresPoolClient {
  let isSilent = false;
  async function query<R>(text: string, values: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const config = { text, values: [...values], query_timeout: SILENCE_TIMEOUT };
    try {
      const result = await client.query(config);
      // Kysely's own types of rows and commands; the driver knows neither.
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      isSilent ||= error instanceof Error && error.message === 'Query read timeout';
      throw error;
    }
  }
  return {
    // The other overload is for cursors, which Kysely uses only when it is given a cursor class.
    query: query as PostgresPoolClient['query'],
    release: (discard) => client.release(discard || isSilent),
  };
}
