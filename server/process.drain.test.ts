import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LoadedDataFolder, makeLoadedDataFolder } from './testing/loaded-data-folder.ts';
import {
  type Exit,
  killAllProcesses,
  processesOf,
  request,
  startProcess,
  stayConnected,
} from './testing/test-process.ts';
import { waitUntil } from './testing/wait-until.ts';

let folder: LoadedDataFolder;

beforeAll(async () => {
  folder = await makeLoadedDataFolder();
});

afterEach(async () => {
  await killAllProcesses();
  await folder.nothingIsLeft();
});

afterAll(() => folder.remove());

/** By a connection without a request: an app that is asked to end has enough to do. */
function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const probe = connect(Number(port), hostname, () => {
      probe.destroy();
      done(false);
    });
    probe.on('error', (error: NodeJS.ErrnoException) => done(error.code === 'ECONNREFUSED'));
  });
}

/** A connection to the app's embedded database, in addition to the app's own. */
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
  const WORDS = 'plan budget email recipe'.split(' ');
  /** Four API responses and four pages, each its own, so that none is shared or kept. */
  const PATHS = WORDS.flatMap((word) => [`/api/prompts/search?q=${word}`, `/search?q=${word}s`]);

  /**
   * The app itself gives up on a lock after 2 s and on a connection after 3 s (pool.ts) and answers 503: rightly, and
   * with or without a signal. What a slower failure shows of the drain is unknown. Milliseconds.
   */
  const WAIT_LIMIT = 2000;
  const MAX_TRIES = 6;

  interface Outcome {
    statuses: number[];
    /** Responses before the signal. */
    settledEarly: number;
    exit: Exit;
    /** From sending the first request to the last response. */
    waited: number;
  }

  /** Eight requests wait for a lock while the process is asked to end. */
  async function endWithRequestsInFlight(): Promise<Outcome> {
    const app = startProcess({
      ...folder.settings,
      DRAIN_MILLISECONDS: '50',
      DATABASE_POOL_SIZE: '40',
    });
    await app.ready();
    const url = await app.url;
    // The first pages and connections are the slow ones; a busy machine needs its time for those under the lock.
    await Promise.all(PATHS.map((path) => request(`${url}${path}x`)));
    const blocker = await connectToDatabase();
    await blocker.query('begin; lock table prompts, prompt_stats, search_postings in access exclusive mode');
    const agent = new Agent({ keepAlive: true });
    let settled = 0;
    const sentAt = performance.now();
    const responses = Promise.all(
      PATHS.map(async (path) => {
        const { status } = await request(`${url}${path}`, agent);
        settled += 1;
        return status;
      }),
    );
    await waitUntil('requests wait for the lock', async () => {
      // Not pg_stat_activity, which stands still inside a transaction.
      const { rows } = await blocker.query('select from pg_locks where not granted');
      return rows.length > 0;
    });
    // Others wait for those that wait: what all of them need is read once. A later request is answered, so those before
    // it have arrived.
    await app.get('/healthz');
    const settledEarly = settled;
    const ended = app.kill('SIGTERM');
    await waitUntil('no connection is accepted', () => isRefused(url));
    await blocker.query('commit');
    const statuses = await responses;
    const waited = performance.now() - sentAt;
    await blocker.end();
    const exit = await ended;
    agent.destroy();
    return { statuses, settledEarly, exit, waited };
  }

  test('all eight of them are answered 200, on kept-alive connections too', async () => {
    let outcome = await endWithRequestsInFlight();
    const hasGivenUp = () => outcome.statuses.includes(503) && outcome.waited > WAIT_LIMIT;
    for (let tries = 1; hasGivenUp() && tries < MAX_TRIES; tries += 1) {
      outcome = await endWithRequestsInFlight();
    }
    expect(outcome.settledEarly).toBe(0);
    expect(outcome.statuses).toEqual(PATHS.map(() => 200));
    expect(outcome.exit).toEqual({ code: 0, signal: null });
    expect(await processesOf(folder.path)).toEqual([]);
  });
});

test('while it drains, /readyz says 503, others are served, and every response ends its connection; a client that never finishes its request holds the end for seconds only', async () => {
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '1000' });
  await app.ready();
  const url = await app.url;
  const slow = connect(Number(new URL(url).port), new URL(url).hostname);
  slow.on('error', () => undefined);
  await new Promise<void>((done) => slow.write('GET / HTTP/1.1\r\nHost: x\r\n', () => done()));
  await stayConnected(url);
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
  for (const response of [readiness, ...others]) expect(response?.headers.connection).toBe('close');
  await waitUntil('no connection is accepted', () => isRefused(url));
  // After the 5 s it has for its headers. Without that limit the end would be forced, with 1.
  expect(await ended).toEqual({ code: 0, signal: null });
  slow.destroy();
});

test('behind a proxy that opens a connection for each request it drains', async () => {
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '700', TRUST_PROXY: 'loopback' });
  await app.ready();
  await app.get('/healthz');
  const asked = performance.now();
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(performance.now() - asked).toBeGreaterThan(700);
});
