import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import {
  Kysely,
  type LogEvent,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { withTimeout } from '../with-timeout.ts';
import { isOutdatedPlan, PreparedStatements } from './prepared-statements.ts';
import type { Database } from './schema.ts';
import { currentBudget, TimeBudget } from './time-budget.ts';

export type Db = Kysely<Database>;

/** Where PostgreSQL listens: a connection URL, or the parts the embedded database hands over. */
export type Connection =
  | { connectionString: string; ssl?: boolean | ConnectionOptions | undefined }
  | { host: string; port: number; user: string; password: string; database: string };

export interface DatabasePool {
  db: Db;
  pool: pg.Pool;
  /** Waits a second for running queries, then ends their connections; their callers get an error. */
  close(): Promise<void>;
}

/** The server ends a statement after this, when nobody has given up on it before. Milliseconds. */
const STATEMENT_TIMEOUT = 5000;

/**
 * Outside a request, waiting for a free connection and for the response to a query take no longer together; a request
 * has a budget for all its waits. Milliseconds.
 */
const DATABASE_TIMEOUT = 3000;

/** The driver's own words. */
const QUERY_TIMEOUT = 'Query read timeout';

const CONNECTION_TIMEOUT = 2500;

/** Above what many people who change one thing at once need in turn. Milliseconds. */
const LOCK_TIMEOUT = 2000;

/** A statement that takes this long, failed ones included, is worth a line in the log. Milliseconds. */
const SLOW = 1000;

/** Time for running queries when the pool closes. Milliseconds. */
const CLOSE_TIMEOUT = 1000;

/**
 * A pool whose waits are all bounded. By default node-postgres waits forever when every client is in use or a server
 * stops responding, and a client without an `error` listener ends the process when the server restarts.
 */
export function openPool(
  connection: Connection,
  options: {
    size: number;
    onError: (error: Error) => void;
    connectionTimeout?: number;
    /** Told of a statement that took longer than a second, by its beginning, without values. */
    onSlowQuery?: (statement: string, milliseconds: number) => void;
    /** False behind a pooler that hands a connection on after each transaction, and prepared statements with it. */
    preparesStatements?: boolean;
  },
): DatabasePool {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    ...connection,
    stream: () => openSocket(sockets),
    max: options.size,
    connectionTimeoutMillis: options.connectionTimeout ?? CONNECTION_TIMEOUT,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT,
    lock_timeout: LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'promptarium',
  });
  pool.on('error', options.onError);
  // The pool listens to idle clients only. A busy one rejects its query too: this listener only has to exist.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const statements = options.preparesStatements === false ? undefined : new PreparedStatements();
  const { onSlowQuery } = options;
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withQueryTimeout(pool, statements) }),
    ...(onSlowQuery && {
      log({ query, queryDurationMillis }: LogEvent) {
        if (queryDurationMillis >= SLOW) onSlowQuery(nameOf(query.sql), Math.round(queryDurationMillis));
      },
    }),
  });
  let closing: Promise<void> | undefined;
  return { db, pool, close: () => (closing ??= close(pool, db, sockets)) };
}

/** Enough of a statement to find it by, on one line. Values are not in it. */
const nameOf = (statement: string) => statement.replace(/\s+/g, ' ').trim().slice(0, 200);

/** One per connection, for as long as it is open. */
function openSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

/**
 * Kysely does not end a pool it has not used, so the pool is ended here. A pool counts as ended when it has asked its
 * clients to close: here it is when they have closed, or a database that stops right after would still have them.
 */
async function close(pool: pg.Pool, db: Db, sockets: ReadonlySet<Socket>): Promise<void> {
  const ended = pool.end();
  await withTimeout(
    ended.then(() => allClosed(sockets)),
    CLOSE_TIMEOUT,
    () => undefined,
  );
  // Ending a client is not enough: to a silent server it says goodbye and waits, and one that is still connecting is
  // not known yet. Without its socket a client rejects its query, and so is released.
  for (const socket of sockets) socket.destroy();
  await ended;
  await db.destroy();
}

const allClosed = (sockets: ReadonlySet<Socket>) =>
  Promise.all([...sockets].map((socket) => new Promise<void>((done) => socket.once('close', () => done()))));

/**
 * The pool as Kysely sees it: a client whose server did not respond in time is discarded. Back in the pool, it would
 * make the next caller wait for the same server. `statement_timeout` does not help, because the server enforces it.
 * All waits of one request end with its budget. Not for the pool's other users: migrations may take long.
 */
function withQueryTimeout(pool: pg.Pool, statements: PreparedStatements | undefined): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const budget = currentBudget();
      if (budget !== undefined) {
        const client = await budget.spend(() => connectWithin(pool, budget.left));
        return watch(client, budget, statements);
      }
      const ofCheckout = new TimeBudget(DATABASE_TIMEOUT);
      const client = await ofCheckout.spend(() => pool.connect());
      return watch(client, { left: ofCheckout.left, spend: (wait) => wait() }, statements);
    },
    end: async () => undefined,
  };
}

/** @throws Error with the pool's own message when no client is free in time; one that comes later goes back */
async function connectWithin(pool: pg.Pool, milliseconds: number): Promise<pg.PoolClient> {
  const late = () => new Error('timeout exceeded when trying to connect');
  if (milliseconds <= 0) throw late();
  const connecting = pool.connect();
  return await withTimeout(connecting, milliseconds, () => {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw late();
  });
}

/** @param budget whose time is `left` for the response to a query */
function watch(
  client: pg.PoolClient,
  budget: Pick<TimeBudget, 'left' | 'spend'>,
  statements: PreparedStatements | undefined,
): PostgresPoolClient {
  let hasTimedOut = false;
  async function query<R>(text: string, values: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const timeout = Math.ceil(budget.left);
    try {
      // The driver takes 0 for no limit.
      if (timeout <= 0) throw new Error(QUERY_TIMEOUT);
      const name = statements?.nameOf(text);
      const config = { ...(name && { name }), text, values: [...values], query_timeout: timeout };
      const result = await budget.spend(() => client.query(config));
      // Kysely's own types of rows and commands, which the driver does not have.
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      hasTimedOut ||= error instanceof Error && error.message === QUERY_TIMEOUT;
      if (!isOutdatedPlan(error)) throw error;
      statements?.forgetAll();
      // Inside a transaction nothing can be repeated here: PostgreSQL has aborted it.
      if (client.getTransactionStatus() !== 'I') throw error;
      return await query(text, values);
    }
  }
  return {
    // The other overload is for cursors, which Kysely uses only when it is given a cursor class.
    query: query as PostgresPoolClient['query'],
    release: (discard) => client.release(discard || hasTimedOut),
  };
}
