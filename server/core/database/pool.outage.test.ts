import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DedicatedPostgres, startDedicatedPostgres } from '#server/testing/dedicated-postgres.ts';
import { copyLoadedFolder } from '#server/testing/loaded-data-folder.ts';
import { killAllProcesses, startProcess, type TestProcess } from '#server/testing/test-process.ts';
import { waitUntil } from '#server/testing/wait-until.ts';

let postgres: DedicatedPostgres;
/** One process for all tests, in their order: it survives all that happens to its database. */
let app: TestProcess;

beforeAll(async () => {
  postgres = await startDedicatedPostgres(copyLoadedFolder);
  await postgres.stop();
  app = start();
});

afterAll(async () => {
  await killAllProcesses();
  await postgres.remove();
});

/** Without the response cache, so that every request needs the database. */
const start = () => startProcess({ DATABASE_URL: postgres.url, CACHE_BYTES: '0' });

/** Needed from the database every time, unlike the catalog, which a process that has read it keeps. */
const NEVER_KEPT = ['/readyz', '/api/prompts/search?q=plan', '/search?q=plan'];

/** What a visitor sees while the database is away. */
async function expectAway(paths: readonly string[]): Promise<void> {
  expect((await app.get('/healthz')).status).toBe(200);
  for (const path of paths) {
    const response = await app.get(path);
    expect([path, response.status]).toEqual([path, 503]);
    expect(response.headers['retry-after'], path).toMatch(/^\d+$/);
    expect(response.headers['cache-control'], path).toBe('no-store');
    if (path.startsWith('/api/')) {
      expect(response.headers['content-type']).toMatch('application/problem+json');
      expect(JSON.parse(response.text).message).toMatch(/try again/);
    }
  }
}

/** Asks for something from the database over and over, and keeps count of the responses. */
function keepAsking(): { statuses: Map<number, number>; stop(): Promise<void> } {
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
async function recoveryAfter(disturb: () => Promise<void>): Promise<number> {
  const asking = keepAsking();
  await waitUntil('responses come', () => (asking.statuses.get(200) ?? 0) > 5);
  await disturb();
  const before = asking.statuses.get(200) ?? 0;
  const milliseconds = await waitUntil(
    'responses come again',
    () => (asking.statuses.get(200) ?? 0) > before,
  );
  await app.ready();
  await asking.stop();
  // No response is missing, and none is anything but "here it is" or "come back later".
  expect([...asking.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(app.output()).not.toContain('"level":60');
  return milliseconds;
}

test('asked to stop while it waits for a database, it ends with 0', async () => {
  const another = start();
  await another.until('Promptarium waits for its database');
  expect(await another.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('down at start: the app listens, responds 503 with the reason, and becomes ready when the database does', async ({
  annotate,
}) => {
  await expectAway([...NEVER_KEPT, '/api/categories', '/', '/category/fitness']);
  await app.until('Promptarium waits for its database at http://localhost:');
  expect(app.output()).toMatch(/"reason":"connect ENOENT .*the database cannot be used yet, trying again/);
  expect(app.output()).not.toContain(postgres.connection.password);
  await postgres.start();
  const milliseconds = await waitUntil('ready', async () => (await app.get('/readyz')).status === 200);
  expect((await app.get('/category/fitness')).status).toBe(200);
  expect(await app.until('Library: ')).toContain('Promptarium is running at ');
  await annotate(`open ${Math.round(milliseconds)} ms after the database`);
});

describe('the database goes away during requests', () => {
  test('a restart: 503 in the meantime, 200 soon after it', async ({ annotate }) => {
    const milliseconds = await recoveryAfter(async () => {
      await postgres.stop();
      await expectAway(NEVER_KEPT);
      await postgres.start();
    });
    await annotate(`200 again after ${Math.round(milliseconds)} ms`);
  });

  test('kill -9 of the postmaster', async ({ annotate }) => {
    const milliseconds = await recoveryAfter(async () => {
      const before = postgres.pid;
      process.kill(before, 'SIGKILL');
      await waitUntil('its supervisor has brought it back', () => postgres.pid !== before);
    });
    await annotate(`200 again after ${Math.round(milliseconds)} ms`);
  });

  test('single connections are killed, including those that listen for changes', async () => {
    const admin = new pg.Client(postgres.connection);
    await admin.connect();
    await recoveryAfter(async () => {
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
    await admin.end();
  });

  test('after all of that it ends with 0', async () => {
    expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
