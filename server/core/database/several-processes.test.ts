import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { createTestDatabase, runAsAdmin } from '#server/testing/database.ts';
import { killAllProcesses, startProcess, waitUntil } from '#server/testing/process.ts';
import { SCHEMA_LOCK } from './migrate.ts';

const server = inject('testServer');

afterEach(killAllProcesses);

test('four processes starting at once on an empty database: one migrates, one loads, all are ready', async ({
  annotate,
}) => {
  const database = await createTestDatabase(server, 'blank');
  const gate = await database.pool.connect();
  await gate.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
  const apps = Array.from({ length: 4 }, () => startProcess({ DATABASE_URL: database.url }));
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
  const start = performance.now();
  gate.release(true);
  await Promise.all(apps.map((app) => app.ready()));
  await annotate(`all ready after ${Math.round(performance.now() - start)} ms`);
  const reports = await Promise.all(
    apps.map(async (app) => {
      const line = (await app.until('"msg":"library open"'))
        .split('\n')
        .find((text) => text.includes('library open'));
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
  for (const report of reports.filter((one) => !loads.includes(one))) {
    expect(report).toMatchObject({ added: 0, changed: 0, unchanged: loads[0].added });
  }
  for (const app of apps) expect((await app.get('/category/fitness')).status).toBe(200);
  expect(await Promise.all(apps.map((app) => app.kill('SIGTERM')))).toEqual(
    apps.map(() => ({ code: 0, signal: null })),
  );
  await database.drop();
});

test('a change announced by one empties the ready answers of the others', async ({ annotate }) => {
  const database = await createTestDatabase(server);
  const apps = [startProcess({ DATABASE_URL: database.url }), startProcess({ DATABASE_URL: database.url })];
  await Promise.all(apps.map((app) => app.ready()));
  const names = () =>
    Promise.all(
      apps.map(async (app) => {
        const { categories } = JSON.parse(`{"categories":${(await app.get('/api/categories')).text}}`);
        return categories.find((one: { slug: string }) => one.slug === 'fitness')?.name;
      }),
    );
  expect(await names()).toEqual(['Fitness', 'Fitness']);

  // Kept: the table says otherwise, but nobody has announced it.
  await database.pool.query("update categories set name = 'Strength' where slug = 'fitness'");
  await sleep(300);
  expect(await names()).toEqual(['Fitness', 'Fitness']);

  // A third process loads content/: it finds the name changed, puts it right and announces that.
  await database.pool.query("update categories set name = 'Health' where slug = 'fitness'");
  await database.pool.query('notify catalog_changed');
  const announced = await waitUntil('both tell the new name', async () =>
    (await names()).every((name) => name === 'Health'),
  );
  const third = startProcess({ DATABASE_URL: database.url });
  await third.ready();
  const loaded = await waitUntil('both tell the name of the content', async () =>
    (await names()).every((name) => name === 'Fitness'),
  );
  await annotate(`emptied within ${Math.round(announced)} and ${Math.round(loaded)} ms`);
  await database.drop();
});

test('what was announced while the listener was away is not missed', async () => {
  const database = await createTestDatabase(server);
  const app = startProcess({ DATABASE_URL: database.url });
  await app.ready();
  const name = async () => JSON.parse((await app.get('/api/categories/fitness')).text).category.name;
  expect(await name()).toBe('Fitness');
  await database.pool.query("update categories set name = 'Health' where slug = 'fitness'");
  await runAsAdmin(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'promptarium-changes' and datname = '${new URL(database.url).pathname.slice(1)}'`,
  );
  await waitUntil('the new name', async () => (await name()) === 'Health');
  await database.drop();
});
