import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestFolder, type TestFolder } from '#server/features/library/testing/library-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { runScript } from './testing/run-script.ts';

const PLACE = ['--category', 'productivity', '--topic', 'coding-automation'];

const HEAD = '<!-- promptarium: productivity/coding-automation/lint-this.md -->\n---\n';
const END = '<!-- promptarium: end -->\n';

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'library');
  folder = await createTestFolder();
  await folder.write('good.csv', 'act,prompt\nLinter,"Read this\ncode and complain."\n');
  await folder.write('notes.md', '# Notes\n');
  await folder.write(
    'export.md',
    `${HEAD}title: Lint\nsummary: S.\ndescription: D.\ntier: pro\n---\nLint this.\n${END}`,
  );
  await folder.write('bad.md', `${HEAD}title: Lint\ntier: gold\n---\nLint this.\n${END}`);
  await folder.write('cut.md', `${HEAD}title: Lint\nsummary: S.\ndescription: D.\ntier: pro\n---\nLint`);
  await folder.write('doubled.csv', `act,prompt\n${'Sorter,Sort all of it.\n'.repeat(24)}`);
  await folder.write('bad.csv', 'act,prompt\nLinter,text\nNobody,\n');
});

afterAll(async () => {
  await database.drop();
  await folder.drop();
});

const run = (script: string, ...args: string[]) =>
  runScript(script, args, { cwd: folder.path, databaseUrl: database.url });

test('a dry run, the import, and the import again', async () => {
  const dry = await run('import.ts', 'good.csv', ...PLACE, '--dry-run');
  expect(dry).toMatchObject({
    code: 0,
    out: '1 read: 1 new, 0 changed, 0 unchanged, 0 skipped, 0 failed.\nDry run: nothing was written.\n',
  });
  const first = await run('import.ts', 'good.csv', ...PLACE, '--tier', 'pro');
  expect(first).toMatchObject({
    code: 0,
    out: '1 read: 1 new, 0 changed, 0 unchanged, 0 skipped, 0 failed.\n',
    err: 'Importing: 100 %, 1 rows\n',
  });
  const again = await run('import.ts', 'good.csv', ...PLACE, '--tier', 'pro');
  expect(again).toMatchObject({
    code: 0,
    out: '1 read: 0 new, 0 changed, 1 unchanged, 0 skipped, 0 failed.\n',
  });
});

test('rows that fail end with 1 and their lines', async () => {
  const { code, err } = await run('import.ts', 'bad.csv', ...PLACE);
  expect(code).toBe(1);
  expect(err).toContain('bad.csv:3 prompt is empty\nNothing was imported');
});

test('of many rows left out twenty are told', async () => {
  const { out } = await run('import.ts', 'doubled.csv', ...PLACE, '--dry-run');
  expect(out.match(/ skipped: /g)).toHaveLength(20);
  expect(out).toContain('\n… and 3 more skipped\n24 read: 1 new, 0 changed, 0 unchanged, 23 skipped');
});

test('an export says itself where its prompts go', async () => {
  const expected = [
    '1 read: 1 new, 0 changed, 0 unchanged, 0 skipped, 0 failed.\n',
    '1 read: 0 new, 0 changed, 1 unchanged, 0 skipped, 0 failed.\n',
  ];
  for (const out of expected) {
    expect(await run('import.ts', 'export.md')).toEqual({
      code: 0,
      out,
      err: 'Importing: 100 %, 1 prompts\n',
    });
  }
  const { code, err } = await run('import.ts', 'bad.md');
  expect(code).toBe(1);
  expect(err).toContain('bad.md:4 tier: ');
  expect(err).toContain('\nNothing was imported');
});

test.each([
  ['no file', [], 'Missing: FILE.'],
  ['a CSV of another making without a place', ['good.csv'], 'Missing: --category, --topic. Only an export'],
  ['Markdown of another making', ['notes.md'], 'The file has no line such as <!-- promptarium: category'],
  ['an export that is cut off', ['cut.md'], 'The file is cut off: an export ends with the line'],
  ['an export with a place', ['export.md', ...PLACE], 'leave --category, --topic and --tier away'],
  ['an unknown option', ['good.csv', ...PLACE, '--force'], "Unknown option '--force'"],
  ['an unknown tier', ['good.csv', ...PLACE, '--tier', 'gold'], '--tier must be one of basic, advanced'],
  ['a file that is not there', ['nowhere.csv', ...PLACE], 'nowhere.csv is not a file that can be read'],
  [
    'an unknown topic',
    ['good.csv', '--category', 'productivity', '--topic', 'x'],
    'There is no topic "x" in productivity. There are: task-systems, time-blocking,',
  ],
])('wrong usage ends with 2: %s', async (_what, args, message) => {
  const { code, err } = await run('import.ts', ...args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
});

test('the help tells the options', async () => {
  const { code, out } = await run('import.ts', '--help');
  expect(code).toBe(0);
  expect(out).toContain('--dry-run');
});

test('content/ is loaded by hand, and checked', async () => {
  const loaded = await run('load-content.ts');
  expect(loaded.code).toBe(0);
  expect(loaded.out).toMatch(/^Loaded in \d+\.\d\d s: 0 added, 0 changed, \d{3,} unchanged, 0 retired\.\n$/);
  const checked = await run('check-content.ts');
  expect(checked.code).toBe(0);
  expect(checked.out).toContain('The library keeps every rule.');
});
