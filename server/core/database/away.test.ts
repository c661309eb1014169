import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#server/testing/postgres.ts';
import { killAllProcesses, startProcess, type TestProcess, waitUntil } from '#server/testing/process.ts';

let postgres: OwnPostgres;

beforeAll(async () => {
  postgres = await startOwnPostgres();
});

afterEach(async () => {
  await killAllProcesses();
  await postgres.start();
});

afterAll(() => postgres.remove());

/** Without ready answers, so that every request needs the database. */
const start = (settings: Record<string, string> = {}) =>
  startProcess({ DATABASE_URL: postgres.url, CACHE_BYTES: '0', ...settings });

/** What a visitor sees while the database is away. */
async function expectAway(app: TestProcess): Promise<void> {
  expect((await app.get('/healthz')).status).toBe(200);
  for (const path of ['/readyz', '/api/categories', '/api/prompts/search?q=plan', '/', '/category/fitness']) {
    const answer = await app.get(path);
    expect([path, answer.status]).toEqual([path, 503]);
    expect(answer.headers['retry-after'], path).toMatch(/^\d+$/);
    expect(answer.headers['cache-control'], path).toBe('no-store');
    if (path.startsWith('/api/')) {
      expect(answer.headers['content-type']).toMatch('application/problem+json');
      expect(JSON.parse(answer.text).message).toMatch(/try again/);
    }
  }
}

/** Asks for something from the database over and over, and keeps count of the answers. */
function keepAsking(app: TestProcess): { statuses: Map<number, number>; stop(): Promise<void> } {
  const statuses = new Map<number, number>();
  let isOver = false;
  async function ask(): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const { status } = await app.get(`/api/prompts/search?q=word${round}`).catch(() => ({ status: 0 }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(20);
    }
  }
  const asking = [ask(), ask(), ask(), ask()];
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(asking);
    },
  };
}

/** Asks while `disturb` happens, and returns how long after it 200 came back. */
async function recoveryAfter(app: TestProcess, disturb: () => Promise<void>): Promise<number> {
  const asking = keepAsking(app);
  await waitUntil('answers come', () => (asking.statuses.get(200) ?? 0) > 5);
  await disturb();
  const before = asking.statuses.get(200) ?? 0;
  const milliseconds = await waitUntil('answers come again', () => (asking.statuses.get(200) ?? 0) > before);
  await app.ready();
  await asking.stop();
  // No answer is missing, and none is anything but "here it is" or "come back later".
  expect([...asking.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(app.output()).not.toContain('"level":60');
  return milliseconds;
}

test('down at start: it listens, says 503 and why, and opens by itself when the database comes', async ({
  annotate,
}) => {
  await postgres.stop();
  const app = start();
  await expectAway(app);
  await app.until('Promptarium waits for its database at http://localhost:');
  expect(app.output()).toMatch(/"reason":"connect ENOENT .*the database cannot be used yet, trying again/);
  expect(app.output()).not.toContain(postgres.connection.password);
  await postgres.start();
  const milliseconds = await waitUntil('ready', async () => (await app.get('/readyz')).status === 200);
  expect(milliseconds).toBeLessThan(10_000);
  expect((await app.get('/category/fitness')).status).toBe(200);
  expect(await app.until('Library: ')).toContain('Promptarium is open: ');
  await annotate(
    `open ${Math.round(milliseconds)} ms after the database, first load of the content included`,
  );
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('asked to stop while it waits for a database, it ends with 0', async () => {
  await postgres.stop();
  const app = start();
  await app.until('Promptarium waits for its database');
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

describe('goes away under requests', () => {
  test('a restart: 503 meanwhile, 200 soon after it, the same process', async ({ annotate }) => {
    const app = start();
    await app.ready();
    const milliseconds = await recoveryAfter(app, async () => {
      await postgres.stop();
      await expectAway(app);
      await postgres.start();
    });
    expect(milliseconds).toBeLessThan(10_000);
    await annotate(`200 again after ${Math.round(milliseconds)} ms`);
    expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test('kill -9 of the postmaster', async ({ annotate }) => {
    const app = start();
    await app.ready();
    const milliseconds = await recoveryAfter(app, async () => {
      const before = postgres.pid;
      process.kill(before, 'SIGKILL');
      await waitUntil('its supervisor has brought it back', () => postgres.pid !== before);
    });
    expect(milliseconds).toBeLessThan(10_000);
    await annotate(`200 again after ${Math.round(milliseconds)} ms`);
    expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test('kill of single connections, those that listen for changes included', async () => {
    const app = start();
    await app.ready();
    const admin = new pg.Client(postgres.connection);
    await admin.connect();
    const milliseconds = await recoveryAfter(app, async () => {
      for (let round = 0; round < 5; round += 1) {
        await waitUntil('there are connections to kill', async () => {
          const { rows } = await admin.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'promptarium%'",
          );
          return rows.length > 0;
        });
        await sleep(50);
      }
    });
    expect(milliseconds).toBeLessThan(10_000);
    await admin.end();
  });
});
