import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { type ScriptRunner, startScriptRunner } from './testing/run-script.ts';

let database: TestDatabase;
let scripts: ScriptRunner;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  scripts = startScriptRunner({ cwd: import.meta.dirname, databaseUrl: database.url });
});
afterAll(async () => {
  scripts.close();
  await database.drop();
});

const run = (...args: string[]) => scripts.run('search.ts', ...args);

test('requests are printed by number of members, then by the latest', async () => {
  expect(await run('requests')).toEqual({ code: 0, out: 'No requests yet.\n', err: '' });
  await database.pool.query(`
    insert into users (id, issuer, subject, email)
      select id, 'i', id, id || '@example.com' from unnest(array['ada', 'ben']) as id;
    insert into prompt_requests (text, user_id, created_at) values
      ('quilts', 'ada', '2026-11-20T08:00:00Z'), ('bees', 'ada', '2026-11-21T08:00:00Z'),
      ('kites', 'ada', '2026-11-19T08:00:00Z'), ('kites', 'ben', '2026-11-18T08:00:00Z')`);
  expect(await run('requests')).toEqual({
    code: 0,
    out: '    2  2026-11-19  kites\n    1  2026-11-21  bees\n    1  2026-11-20  quilts\n',
    err: '',
  });
});

test('reindex rebuilds a lost index', async () => {
  await seedPrompts(database.db, [{ title: 'Keep bees' }, { title: 'Gone', isListed: false }]);
  await database.pool.query('delete from search_prompts; delete from search_vocabulary');
  expect(await run('reindex')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^The search index is new \(/),
  });
  const { rows } = await database.pool.query(`select words, (select count(*)::int from search_vocabulary
    where word = 'bees') as known from search_prompts`);
  expect(rows).toEqual([{ words: expect.arrayContaining(['keep', 'bees']), known: 1 }]);
});

test('any other command prints the usage', async () => {
  for (const [args, code] of [
    [['--help'], 0],
    [[], 2],
    [['drop'], 2],
  ] as const)
    expect(await run(...args)).toMatchObject({ code, out: expect.stringContaining('Usage: npm run search') });
});
