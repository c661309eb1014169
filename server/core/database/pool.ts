import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { withTimeout } from '../with-timeout.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { withQueryTimeout } from './query-timeout.ts';
import { type ReadReplica, routeReads } from './read-routing.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

/** Where PostgreSQL listens: a connection URL, or the parts the embedded database hands over. */
export type Connection =
  | { connectionString: string; ssl?: boolean | ConnectionOptions | undefined }
  | { host: string; port: number; user: string; password: string; database: string };

export interface DatabasePool {
  db: Db;
  pool: pg.Pool;
  /** The same pool with bounded waits, as the query builder sees it. */
  clients: PostgresPool;
  /** Waits a second for running queries, then ends their connections; their callers get an error. */
  close(): Promise<void>;
}

/** The server ends a statement after this, when nobody has given up on it before. Milliseconds. */
const STATEMENT_TIMEOUT = 5000;

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
    /** Called with the beginning of a statement that took longer than a second, without values. */
    onSlowQuery?: (statement: string, milliseconds: number) => void;
    /** Called with every statement, as above. */
    onQuery?: ((statement: string, milliseconds: number, hasFailed: boolean) => void) | undefined;
    /** False behind a pooler that hands a connection on after each transaction, and prepared statements with it. */
    preparesStatements?: boolean;
    /** Answers what may be a little old, as long as it is not too old. */
    replica?: ReadReplica | undefined;
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
  const { onSlowQuery, onQuery, replica } = options;
  const clients = withQueryTimeout(pool, statements);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: replica ? routeReads(clients, replica) : clients }),
    ...((onSlowQuery || onQuery) && {
      log({ level, query, queryDurationMillis }: LogEvent) {
        if (queryDurationMillis >= SLOW) onSlowQuery?.(nameOf(query.sql), Math.round(queryDurationMillis));
        onQuery?.(nameOf(query.sql), queryDurationMillis, level === 'error');
      },
    }),
  });
  let closing: Promise<void> | undefined;
  return { db, pool, clients, close: () => (closing ??= close(pool, db, sockets)) };
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
