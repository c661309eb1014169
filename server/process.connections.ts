import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { listenForChanges } from './core/database/change-notifications.ts';
import { openPing, type Ping } from './core/database/ping.ts';
import { type Db, openPool } from './core/database/pool.ts';
import type { ReadReplica } from './core/database/read-routing.ts';
import { ReplicaLag } from './core/database/replica-lag.ts';
import type { Tracing } from './core/tracing/tracing.hooks.ts';
import type { OpenDatabase } from './open-database.ts';

/** Connections for migrations, imports and backups, where requests share those of a pooler. */
const DIRECT_POOL_SIZE = 3;

/** Everything a running process has open to its database. */
export interface Connections {
  db: Db;
  /** For work that takes longer than a request, or needs a connection to itself. */
  pool: pg.Pool;
  /** Of requests. */
  requestPool: pg.Pool;
  ping: Ping['ping'];
  /** Calls back for every change of the library, with the tags of what it touches. */
  listen(onChange: (tags: readonly string[] | undefined) => void): void;
  /** The library is open: from now on a replica may answer. */
  allowReplica(): void;
  close(): Promise<void>;
}

/** @param log the app's; it exists by the time of a first line */
export function openConnections(
  { connection, direct, replica }: Pick<OpenDatabase, 'connection' | 'direct' | 'replica'>,
  settings: { databasePoolSize: number; databasePreparesStatements: boolean },
  log: () => FastifyBaseLogger,
  tracing?: Tracing,
): Connections {
  const closers: (() => Promise<void>)[] = [];
  const onError = (error: Error) => log().warn({ reason: error.message }, 'database connection lost');
  const options = {
    size: settings.databasePoolSize,
    preparesStatements: settings.databasePreparesStatements,
    onError,
    onSlowQuery: (statement: string, milliseconds: number) =>
      log().warn({ statement, milliseconds }, 'a slow query'),
    onQuery: tracing?.addQuery,
  };
  const lag =
    replica &&
    new ReplicaLag(
      { primary: direct, replica: replica.connection },
      {
        maxLag: replica.maxLag,
        onChange: (isRecent, reason) =>
          isRecent
            ? log().info({ reason }, 'the replica answers visitors')
            : log().warn({ reason }, 'the primary answers visitors, not the replica'),
      },
    );
  let reads: ReadReplica | undefined;
  if (lag && replica) {
    const { clients, close } = openPool(replica.connection, options);
    reads = { clients, isRecent: () => lag.isRecent(), onFailure: (error) => lag.noteFailure(error) };
    closers.push(close, () => lag.close());
  }
  const { db, pool: requestPool, close } = openPool(connection, { ...options, replica: reads });
  closers.push(close);
  let pool = requestPool;
  if (direct !== connection) {
    const long = openPool(direct, { size: DIRECT_POOL_SIZE, onError });
    pool = long.pool;
    closers.push(long.close);
  }
  const { ping, close: closePing } = openPing(connection);
  closers.push(closePing);
  return {
    db,
    pool,
    requestPool,
    ping,
    listen(onChange) {
      const changes = listenForChanges(direct, (tags) => {
        // Before anything is rendered anew: a replica that does not have the change would bring the old state back.
        lag?.requireNewer();
        onChange(tags);
      });
      closers.push(() => changes.stop());
    },
    allowReplica: () => lag?.requireNewer(),
    async close() {
      await Promise.all(closers.map((each) => each()));
    },
  };
}
