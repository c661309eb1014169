import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './pool.ts';

/** What every node listens to: somebody changed something that visitors' cached answers are made of. */
export const CATALOG_CHANNEL = 'catalog_changed';

/** Only the counters they show have changed, or will within a second (core/database/counters.ts). */
export const COUNTERS_CHANNEL = 'counters_changed';

/** How often a quiet connection is asked whether it still lives, and how long it may take to say so. Milliseconds. */
const HEARTBEAT = { every: 10_000, answerWithin: 5000 };

/** Between attempts to connect: a database that is back must be heard again within a second or so. Milliseconds. */
const LONGEST_WAIT = 1000;

export interface ChangeListener {
  stop(): Promise<void>;
}

/**
 * Calls `onChange` for every notification about the library, and once after each (re)connection: what was announced
 * while the connection was away is unknown, so everything may have changed. Calls `onCounters` when only counters
 * did. A connection that died without a word (a firewall that forgot it, a machine that vanished) is found by the
 * heartbeat.
 */
export function listenForChanges(
  connection: Connection,
  onChange: () => void,
  onCounters: () => void = () => undefined,
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
    client.on('notification', ({ channel }) => (channel === COUNTERS_CHANNEL ? onCounters() : onChange()));
    await client.connect();
    await client.query(`listen ${CATALOG_CHANNEL}; listen ${COUNTERS_CHANNEL}`);
    onChange();
    while (!over.aborted) {
      await sleep(HEARTBEAT.every, undefined, { signal: over }).catch(() => undefined);
      if (!over.aborted) await client.query('select 1');
    }
  }

  async function run(): Promise<void> {
    let wait = 100;
    while (!stopped.signal.aborted) {
      const client = new pg.Client({
        ...connection,
        connectionTimeoutMillis: 3000,
        query_timeout: HEARTBEAT.answerWithin,
        keepAlive: true,
        application_name: 'promptarium-changes',
      });
      current = client;
      const started = Date.now();
      // Not there yet or no longer: the next round tries again. A client that is ended while it connects never
      // tells, hence the race.
      await Promise.race([listen(client).catch(() => undefined), hasStopped]);
      await end(client);
      wait = Date.now() - started > HEARTBEAT.every ? 100 : Math.min(wait * 2, LONGEST_WAIT);
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
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

/** A frozen server does not say goodbye, and need not: a second is plenty. */
async function end(client: pg.Client): Promise<void> {
  const patience = new AbortController();
  const waited = sleep(1000, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
  await Promise.race([client.end().catch(() => undefined), waited]);
  patience.abort();
}
