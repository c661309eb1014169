import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withTimeout } from '../with-timeout.ts';
import type { Connection } from './pool.ts';

/**
 * What every node listens to: the library changed, and with it what cached responses are made of. The payload names
 * their tags, separated by spaces; without one anything may have changed.
 */
export const LIBRARY_CHANNEL = 'catalog_changed';

/** How often an idle connection is checked, and how long the check may take. Milliseconds. */
const HEARTBEAT = { every: 10_000, timeout: 5000 };

/** Between attempts to connect: a database that is back must be listened to within a second or so. Milliseconds. */
const MAX_RETRY_DELAY = 1000;

const CONNECTION_TIMEOUT = 3000;
const CLOSE_TIMEOUT = 1000;

export interface ChangeListener {
  stop(): Promise<void>;
}

/**
 * Calls `onChange` for every notification about the library, with the tags it names, and once after each
 * (re)connection without any: notifications sent in the meantime are lost, so everything may have changed. The heartbeat
 * finds a connection that was cut without notice (a firewall that dropped it, a machine that vanished).
 */
export function listenForChanges(
  connection: Connection,
  onChange: (tags: readonly string[] | undefined) => void,
): ChangeListener {
  const stopped = new AbortController();
  const hasStopped = new Promise<void>((done) => {
    stopped.signal.addEventListener('abort', () => done());
  });
  let current: pg.Client | undefined;

  async function listen(client: pg.Client): Promise<void> {
    const lost = new AbortController();
    const over = AbortSignal.any([lost.signal, stopped.signal]);
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload }) => onChange(payload ? payload.split(' ') : undefined));
    await client.connect();
    await client.query(`listen ${LIBRARY_CHANNEL}`);
    onChange(undefined);
    while (!over.aborted) {
      await sleep(HEARTBEAT.every, undefined, { signal: over }).catch(() => undefined);
      if (!over.aborted) await client.query('select 1');
    }
  }

  async function run(): Promise<void> {
    let delay = 100;
    while (!stopped.signal.aborted) {
      const client = new pg.Client({
        ...connection,
        connectionTimeoutMillis: CONNECTION_TIMEOUT,
        query_timeout: HEARTBEAT.timeout,
        keepAlive: true,
        application_name: 'promptarium-changes',
      });
      current = client;
      const started = Date.now();
      // Not there yet or no longer: the next round tries again. The promise of a client that is ended while it
      // connects never settles, hence the race.
      await Promise.race([listen(client).catch(() => undefined), hasStopped]);
      await end(client);
      delay = Date.now() - started > HEARTBEAT.every ? 100 : Math.min(delay * 2, MAX_RETRY_DELAY);
      await sleep(delay, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopped.abort();
      if (current) await end(current);
      await running;
    },
  };
}

/** A frozen server never confirms the end. */
async function end(client: pg.Client): Promise<void> {
  await withTimeout(client.end(), CLOSE_TIMEOUT, () => undefined).catch(() => undefined);
}
