import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createTestFolder,
  promptFile,
  type TestFolder,
} from '#server/features/library/testing/library-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { runScript } from './testing/run-script.ts';

const [PAID, UNPAID] = ['paidaaaaaaaa', 'unpaidaaaaaa'];

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  folder = await createTestFolder();
  await folder.write(
    'good.md',
    promptFile({ title: 'Plan a bed of herbs', content: 'Plan a bed for [herbs].' }),
  );
  await folder.write('bad.md', promptFile({ content: 'Plan a bed for [weeds].' }));
  await folder.write('worse.md', 'Just text.');
  await sql`insert into users (id, issuer, subject, email) values ('ada', 'i', 's', 'ada@example.com')`.execute(
    database.db,
  );
  for (const [id, state] of [
    [PAID, 'received'],
    [UNPAID, 'awaiting_payment'],
  ]) {
    await sql`insert into orders (id, user_id, client_key, state, goal, context, result, amount_cents, currency, paid_at)
      values (${id}, 'ada', gen_random_uuid(), ${state}, 'Grow herbs', 'A sill', 'A table', 9900, 'usd',
        '2026-11-20T08:00:00Z')`.execute(database.db);
  }
});

afterAll(async () => {
  await database.drop();
  await folder.drop();
});

const run = (...args: string[]) =>
  runScript('orders.ts', args, { cwd: folder.path, databaseUrl: database.url });

test('what waits is listed, shown, started, and delivered once', { timeout: 60_000 }, async () => {
  expect(await run('list')).toMatchObject({
    code: 0,
    out: `${PAID}  received    2026-11-20T08:00  ada@example.com  Grow herbs\n1 order waits.\n`,
  });
  const shown = await run('show', PAID);
  expect(shown.out).toContain('Goal: Grow herbs\n\nAssistant: any\n\nContext:\nA sill');
  expect(await run('start', PAID)).toMatchObject({ code: 0, out: `Order ${PAID} is in work.\n` });
  const delivered = { code: 0, out: '"Plan a bed of herbs" is delivered.\n', err: '' };
  expect(await run('deliver', PAID, 'good.md', '--note', ' Water it. ')).toEqual(delivered);
  expect((await run('deliver', PAID, 'good.md', '--note', 'Water it.')).out).toContain(
    'was delivered already',
  );
  const { rows } = await database.pool.query('select title, content, variables, note from order_deliveries');
  expect(rows).toEqual([
    {
      title: 'Plan a bed of herbs',
      content: 'Plan a bed for [herbs].',
      variables: [{ name: 'herbs', label: 'Herbs', type: 'text', required: true }],
      note: 'Water it.',
    },
  ]);
  expect((await run('show', PAID)).out).toMatch(/Delivered .*: Plan a bed of herbs\nNote: Water it\./);
  expect((await run('list')).out).toBe('0 orders wait.\n');
});

test.each([
  ['an unpaid order', ['deliver', UNPAID, 'good.md'], 'is awaiting_payment: it cannot be delivered'],
  ['an unknown order', ['start', 'nothere'], 'There is no order nothere.'],
  [
    'variables that are not declared',
    ['deliver', PAID, 'bad.md'],
    'bad.md:12 content: [weeds] is not a declared',
  ],
  ['a file without front matter', ['deliver', PAID, 'worse.md'], 'worse.md:1 must start with front matter'],
])('what the order or the file does not allow ends with 1: %s', async (_what, args, words) => {
  expect(await run(...args)).toMatchObject({ code: 1, err: expect.stringContaining(words) });
});

test.each([
  [['sell'], 'There is no command "sell".'],
  [[], 'There is no command "".'],
  [['deliver', PAID], 'deliver takes 2 names, not 1.'],
  [['list', 'all'], 'list takes 0 names, not 1.'],
  [['start', PAID, '--note', 'x'], 'Only deliver takes a note.'],
  [['deliver', PAID, 'none.md'], 'none.md is not a file that can be read.'],
])('wrong usage ends with 2: %j', async (args, words) => {
  const { code, err } = await run(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  expect(err).toContain('Usage: npm run orders');
});
