import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadLibrary } from '#server/features/library/library.loading.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { runAsAdmin } from '#server/testing/test-postgres.ts';
import { killAllProcesses, startProcess, type TestProcess } from '#server/testing/test-process.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { SCHEMA_LOCK } from './migrate.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', 'content');
const server = inject('testServer');

let database: TestDatabase;
/** For all tests: a start of the app is what costs most here. */
let apps: TestProcess[];

/** Four processes that reach an empty database at the same moment: they wait for the schema lock until all are there. */
beforeAll(async () => {
  database = await createTestDatabase(server, 'blank');
  const gate = await database.pool.connect();
  await gate.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
  apps = Array.from({ length: 4 }, () => startProcess({ DATABASE_URL: database.url }));
  await waitUntil('all four stand before the lock', async () => {
    const { rows } = await gate.query(
      `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length === 4;
  });
  expect((await gate.query("select to_regclass('schema_migrations') as found")).rows).toEqual([
    { found: null },
  ]);
  gate.release(true);
  await Promise.all(apps.map((app) => app.ready()));
});

afterAll(async () => {
  await killAllProcesses();
  await database.drop();
});

test('of four processes starting at once on an empty database one migrates, one loads, all are ready', async () => {
  const reports = await Promise.all(
    apps.map(async (app) => {
      const line = (await app.until('"msg":"library loaded"'))
        .split('\n')
        .find((text) => text.includes('library loaded'));
      return JSON.parse(line ?? '{}');
    }),
  );
  const migrations = reports.flatMap((report) => report.migrations);
  const loads = reports.filter((report) => report.added > 0);
  expect(new Set(migrations).size).toBe(migrations.length);
  expect(migrations.length).toBeGreaterThan(0);
  expect(loads).toHaveLength(1);
  const { rows } = await database.pool.query<{ prompts: number }>(
    'select count(*)::int as prompts from prompts',
  );
  expect(rows[0]?.prompts).toBe(loads[0].added);
  for (const report of reports.filter((line) => !loads.includes(line))) {
    expect(report).toMatchObject({ added: 0, changed: 0, unchanged: loads[0].added });
  }
  for (const app of apps) expect((await app.get('/category/fitness')).status).toBe(200);
});

/** What each of them calls the category "fitness". */
const names = () =>
  Promise.all(
    apps.map(async (app) => JSON.parse((await app.get('/api/categories/fitness')).text).category.name),
  );
const rename = (name: string) =>
  database.pool.query("update categories set name = $1 where slug = 'fitness'", [name]);
const allSay = (name: string) =>
  waitUntil(`all say ${name}`, async () => (await names()).every((found) => found === name));

test('a change of the library notified by one process clears the response caches of the others', async () => {
  await allSay('Fitness');
  // Kept: the table says otherwise, but nobody has announced it.
  await rename('Strength');
  expect(await names()).toEqual(apps.map(() => 'Fitness'));

  await rename('Health');
  await database.pool.query('notify catalog_changed');
  await allSay('Health');

  // This process loads content/, whose fingerprint is gone: it puts the changed name right and announces that.
  await database.pool.query('delete from library_state');
  await loadLibrary({ pool: database.pool, contentDir: CONTENT });
  await allSay('Fitness');
});

test('a notification sent while the listener was disconnected is not missed', async () => {
  await rename('Health');
  await runAsAdmin(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'promptarium-changes' and datname = '${new URL(database.url).pathname.slice(1)}'`,
  );
  await allSay('Health');
});

test('SIGTERM ends each of them with 0', async () => {
  expect(await Promise.all(apps.map((app) => app.kill('SIGTERM')))).toEqual(
    apps.map(() => ({ code: 0, signal: null })),
  );
});
