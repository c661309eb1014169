import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Exit,
  type FilledFolder,
  killAllProcesses,
  makeFilledFolder,
  processesOf,
  request,
  startProcess,
  waitUntil,
} from './testing/process.ts';

let folder: FilledFolder;

beforeAll(async () => {
  folder = await makeFilledFolder();
});

afterEach(async () => {
  await killAllProcesses();
  await folder.nothingIsLeft();
});

afterAll(() => folder.remove());

/** A connection to the app's embedded database, beside the app's own. */
async function connectToDatabase(): Promise<pg.Client> {
  const place = `${folder.settings.DATA_DIR}/postgres`;
  const client = new pg.Client({
    host: `${place}/socket`,
    port: 5432,
    user: 'promptarium',
    password: (await readFile(`${place}/cluster/promptarium.password`, 'utf8')).trim(),
    database: 'promptarium',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

describe('requests in flight', () => {
  const WORDS = 'plan budget email recipe workout story meeting garden travel code'.split(' ');
  const DRAIN = 200;
  /** Ten API answers and ten pages, each its own, so that none is shared or kept. */
  const PATHS = WORDS.flatMap((word) => [`/api/prompts/search?q=${word}`, `/search?q=${word}s`]);

  /**
   * The app itself gives up on a lock after 2 s (pool.ts) and answers 503: rightly, and with or without a signal. What
   * such a lock says of the drain, nobody can tell. Milliseconds.
   */
  const PATIENCE = 1500;
  const MOST_TRIES = 4;

  interface Outcome {
    statuses: number[];
    exit: Exit;
    /** From sending the first request to answering it. */
    waited: number;
  }

  /** Twenty requests wait for a lock while the process is told to end. */
  async function endWithRequestsInFlight(signal: 'SIGTERM' | 'SIGINT'): Promise<Outcome> {
    const app = startProcess({
      ...folder.settings,
      DRAIN_MILLISECONDS: String(DRAIN),
      DATABASE_POOL_SIZE: '20',
    });
    await app.ready();
    const url = await app.url;
    // The first pages and connections are the slow ones; a busy machine needs its time for those under the lock.
    await Promise.all(PATHS.map((path) => request(`${url}${path}x`)));
    const blocker = await connectToDatabase();
    await blocker.query('begin; lock table prompts, prompt_stats, prompt_search in access exclusive mode');
    const agent = new Agent({ keepAlive: true });
    let answered = 0;
    const sentAt = performance.now();
    const answers = Promise.all(
      PATHS.map(async (path) => {
        const { status } = await request(`${url}${path}`, agent);
        answered += 1;
        return status;
      }),
    );
    await waitUntil('requests wait for the lock', async () => {
      // Not pg_stat_activity, which stands still inside a transaction.
      const { rows } = await blocker.query('select from pg_locks where not granted');
      return rows.length > 0;
    });
    // Others wait for those that wait: what all of them need is read once. Sent they all are by now.
    await sleep(150);
    expect(answered).toBe(0);
    const ended = app.kill(signal);
    await app.until('"msg":"stopping"');
    // The door is shut by the time they are answered.
    await sleep(DRAIN + 100);
    await blocker.query('commit');
    const waited = performance.now() - sentAt;
    await blocker.end();
    const statuses = await answers;
    const exit = await ended;
    agent.destroy();
    return { statuses, exit, waited };
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: all 20 of them are answered 200, on kept-alive connections too',
    async (signal) => {
      let outcome = await endWithRequestsInFlight(signal);
      for (let tries = 1; outcome.waited > PATIENCE && tries < MOST_TRIES; tries += 1) {
        outcome = await endWithRequestsInFlight(signal);
      }
      expect(outcome.waited).toBeLessThan(PATIENCE);
      expect(outcome.statuses).toEqual(PATHS.map(() => 200));
      expect(outcome.exit).toEqual({ code: 0, signal: null });
      expect(await processesOf(folder.path)).toEqual([]);
    },
    60_000,
  );
});

test('while it drains, /readyz says 503, others are served, and every answer ends its connection', async () => {
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '1000' });
  await app.ready();
  const url = await app.url;
  const ended = app.kill('SIGTERM');
  await app.until('"msg":"stopping"');
  const [readiness, ...others] = await Promise.all(
    ['/readyz', '/healthz', '/api/categories', '/category/fitness', '/no/such/page'].map((path) =>
      request(`${url}${path}`, new Agent({ keepAlive: true })),
    ),
  );
  expect(readiness?.status).toBe(503);
  expect(readiness?.headers['retry-after']).toMatch(/^\d+$/);
  expect(JSON.parse(readiness?.text ?? '').message).toBe('This process is stopping.');
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  for (const answer of [readiness, ...others]) expect(answer?.headers.connection).toBe('close');
  await waitUntil('nobody new comes in', () =>
    request(`${url}/healthz`).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
    ),
  );
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('a client that never finishes its request does not hold the end for long', async () => {
  const app = startProcess(folder.settings);
  await app.ready();
  const { port, hostname } = new URL(await app.url);
  const slow = connect(Number(port), hostname);
  slow.on('error', () => undefined);
  await new Promise<void>((done) => slow.write('GET / HTTP/1.1\r\nHost: x\r\n', () => done()));
  const asked = performance.now();
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  // 5 s for headers, looked at once a second, and the closing.
  expect(performance.now() - asked).toBeLessThan(15_000);
  slow.destroy();
});
