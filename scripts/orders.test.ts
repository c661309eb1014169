import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startEmbeddedDatabase } from '#server/embedded-postgres/embedded-database.ts';
import { type ContentFolder, createContentFolder, promptFile } from '#server/testing/content-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { runScript, type ScriptRunner, startScriptRunner } from './testing/run-script.ts';

const [PAID, UNPAID] = ['paidaaaaaaaa', 'unpaidaaaaaa'];

let database: TestDatabase;
let folder: ContentFolder;
let scripts: ScriptRunner;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  folder = await createContentFolder();
  scripts = startScriptRunner({ cwd: folder.path, databaseUrl: database.url });
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
  scripts.close();
  await database.drop();
  await folder.drop();
});

const run = (...args: string[]) => scripts.run('orders.ts', ...args);

test('a paid order is listed, shown, started, and delivered once', async () => {
  expect(await run('list')).toMatchObject({
    code: 0,
    out: `${PAID}  received    2026-11-20T08:00  ada@example.com  Grow herbs\n1 order waits.\n`,
  });
  const shown = await run('show', PAID);
  expect(shown.out).toContain('Goal: Grow herbs\n\nAssistant: any\n\nThe situation:\nA sill');
  const event = (act: string) =>
    `security event {"securityEvent":"staff act","memberId":"ada","act":"${act}","order":"${PAID}"}\n`;
  expect(await run('start', PAID)).toMatchObject({
    code: 0,
    out: `Order ${PAID} is in progress.\n`,
    err: event('start order'),
  });
  const delivered = {
    code: 0,
    out: '"Plan a bed of herbs" is delivered.\n',
    err: event('deliver order'),
  };
  const ownProcess = { cwd: folder.path, databaseUrl: database.url };
  expect(
    await runScript('orders.ts', ['deliver', PAID, 'good.md', '--note', ' Water it. '], ownProcess),
  ).toEqual(delivered);
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
])('an action the order or the file does not allow ends with 1: %s', async (_what, args, words) => {
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

test('the command uses the embedded database of a running app', async () => {
  const dataDir = join(folder.path, 'data');
  const running = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const { pid } = running;
  const listed = await runScript('orders.ts', ['list'], { cwd: folder.path, dataDir });
  expect(listed).toEqual({ code: 0, out: '0 orders wait.\n', err: '' });
  expect(running.pid).toBe(pid);
  await running.stop();
});
