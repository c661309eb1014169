import pg from 'pg';
import { withTimeout } from '../with-timeout.ts';
import type { Connection } from './pool.ts';

/** A load balancer asks often and waits little. Milliseconds. */
const DEADLINE = 500;

export interface Ping {
  /** @throws when the database does not answer in time */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Asks whether the database answers, over a connection of its own: when requests use all the others, the node is busy,
 * not away. Simultaneous callers share one query.
 * @param deadline milliseconds
 */
export function openPing(connection: Connection, deadline = DEADLINE): Ping {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: deadline,
    // Kept between probes however rare: a new one may be refused while those that requests have still work.
    idleTimeoutMillis: 0,
    query_timeout: deadline,
    application_name: 'promptarium readiness',
  });
  // The next query tells.
  pool.on('error', () => undefined);
  let running: Promise<unknown> | undefined;
  return {
    async ping() {
      running ??= pool.query('select 1').finally(() => {
        running = undefined;
      });
      // Connecting and asking may take one deadline each.
      await withTimeout(running, deadline, () => {
        throw new Error(`The database did not answer within ${deadline} ms`);
      });
    },
    close: () => pool.end(),
  };
}
