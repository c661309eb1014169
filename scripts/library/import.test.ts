import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type ContentFolder, createContentFolder } from '#server/testing/content-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { runScript, type ScriptRunner, startScriptRunner } from '../testing/run-script.ts';

const TARGET = ['--category', 'productivity', '--topic', 'coding-automation'];

const LINT = {
  slug: 'lint-this',
  title: 'Lint',
  summary: 'S.',
  description: 'D.',
  tier: 'pro',
  category: { slug: 'productivity' },
  topic: { slug: 'coding-automation' },
  content: 'Lint this.',
};
const json = (...prompts: object[]) => JSON.stringify({ format: 'promptarium', version: 1, prompts });

let database: TestDatabase;
let folder: ContentFolder;
let scripts: ScriptRunner;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'library');
  folder = await createContentFolder();
  scripts = startScriptRunner({ cwd: folder.path, databaseUrl: database.url });
  await folder.write('good.csv', 'act,prompt\nLinter,"Read this\ncode and complain."\n');
  await folder.write('export.json', json(LINT));
  await folder.write('bad.json', json({ ...LINT, tier: 'gold' }));
  await folder.write(
    'export.csv',
    'act,prompt,type,tier,category,topic,id,slug,variables\nFormatter,Format it.,TEXT,pro,career,cv,a,b,[]\n',
  );
  await folder.write('doubled.csv', `act,prompt\n${'Sorter,Sort all of it.\n'.repeat(24)}`);
  await folder.write('bad.csv', 'act,prompt\nLinter,text\nNobody,\n');
});

afterAll(async () => {
  scripts.close();
  await database.drop();
  await folder.drop();
});

const run = (script: string, ...args: string[]) => scripts.run(script, ...args);
const runAlone = (script: string, ...args: string[]) =>
  runScript(script, args, { cwd: folder.path, databaseUrl: database.url });

test('a dry run writes nothing, the import adds the prompts, and a second import changes nothing', async () => {
  const dry = await run('library/import.ts', 'good.csv', ...TARGET, '--dry-run');
  expect(dry).toMatchObject({
    code: 0,
    out: '1 read: 1 new, 0 changed, 0 unchanged, 0 skipped, 0 failed.\nDry run: nothing was written.\n',
  });
  const first = await run('library/import.ts', 'good.csv', ...TARGET, '--tier', 'pro');
  expect(first).toMatchObject({
    code: 0,
    out: '1 read: 1 new, 0 changed, 0 unchanged, 0 skipped, 0 failed.\n',
    err: 'Importing: 100 %, 1 rows\n',
  });
  const again = await run('library/import.ts', 'good.csv', ...TARGET, '--tier', 'pro');
  expect(again).toMatchObject({
    code: 0,
    out: '1 read: 0 new, 0 changed, 1 unchanged, 0 skipped, 0 failed.\n',
  });
});

test('failing rows end the command with 1 and are listed with their lines', async () => {
  const { code, err } = await runAlone('library/import.ts', 'bad.csv', ...TARGET);
  expect(code).toBe(1);
  expect(err).toContain('bad.csv:3 prompt is empty\nNothing was imported');
});

test('at most twenty skipped rows are listed', async () => {
  const { out } = await run('library/import.ts', 'doubled.csv', ...TARGET, '--dry-run');
  expect(out.match(/ skipped: /g)).toHaveLength(20);
  expect(out).toContain('\n… and 3 more skipped\n24 read: 1 new, 0 changed, 0 unchanged, 23 skipped');
});

test('a JSON export needs no target, because it names the topic of each prompt', async () => {
  const expected = [
    '1 read: 1 new, 0 changed, 0 unchanged, 0 skipped, 0 failed.\n',
    '1 read: 0 new, 0 changed, 1 unchanged, 0 skipped, 0 failed.\n',
  ];
  for (const out of expected) {
    expect(await run('library/import.ts', 'export.json')).toEqual({
      code: 0,
      out,
      err: 'Importing: 100 %, 1 prompts\n',
    });
  }
  const { code, err } = await run('library/import.ts', 'bad.json');
  expect(code).toBe(1);
  expect(err).toContain('bad.json prompts[0].tier: ');
  expect(err).toContain('\nNothing was imported');
});

test('a CSV export is imported like any other CSV, and the command names the ignored columns', async () => {
  const { code, out } = await run('library/import.ts', 'export.csv', ...TARGET, '--dry-run');
  expect(code).toBe(0);
  expect(out).toContain('Columns that were not read: tier, category, topic, id, slug, variables.\n');
  expect(out).toContain('only the JSON export restores prompts as they were');
});

test.each([
  ['an unknown option', ['good.csv', ...TARGET, '--force'], "Unknown option '--force'"],
  [
    'an unknown topic',
    ['good.csv', '--category', 'productivity', '--topic', 'x'],
    'There is no topic "x" in productivity. There are: task-systems, time-blocking,',
  ],
])('wrong usage ends with 2: %s', async (_what, args, message) => {
  const { code, err } = await run('library/import.ts', ...args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
});

test('content:load loads content/, and content:check checks it', async () => {
  const loaded = await runAlone('library/load-content.ts');
  expect(loaded.code).toBe(0);
  expect(loaded.out).toMatch(/^Loaded in \d+\.\d\d s: 0 added, 0 changed, \d{3,} unchanged, 0 retired\.\n$/);
  const checked = await runAlone('library/check-content.ts');
  expect(checked.code).toBe(0);
  expect(checked.out).toContain('The library keeps every rule.');
});
