import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import {
  type ContentFolder,
  createContentFolder,
  emptyLibrary,
  LIBRARY_YAML,
  promptFile,
} from '#server/testing/content-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { promptIdOf } from '../library.fields.ts';
import { loadLibrary } from '../library.loading.ts';
import { importCsv } from './import.csv.ts';
import { importJson } from './import.json.ts';

let database: TestDatabase;
let folder: ContentFolder;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
});

afterAll(() => database.drop());

beforeEach(async () => {
  await emptyLibrary(database.pool);
  await folder?.drop();
  folder = await createContentFolder();
  await folder.write('library.yaml', LIBRARY_YAML);
  await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint', more: CREATED }));
  await load();
});

afterAll(() => folder.drop());

const CREATED = 'created: 2026-11-21T09:00:00Z\n';
const load = () => loadLibrary({ pool: database.pool, contentDir: folder.path });

/** A prompt of content/ as JSON has it. */
const entry = (slug: string, title: string) => ({
  id: promptIdOf(slug),
  slug,
  title,
  summary: 'Name the herbs, get a plan.',
  description: 'For anybody with a window sill.',
  tier: 'basic',
  category: { slug: 'garden' },
  topic: { slug: 'herbs' },
  created: '2026-11-21T09:00:00.000Z',
  content: 'Plan a bed for [herbs].',
  variables: [{ name: 'herbs', label: 'Herbs', type: 'text', required: true }],
});
const MINT = entry('mint', 'Mint');
const SAGE = entry('sage', 'Sage');

async function importEntries(prompts: readonly object[], { isDryRun = false } = {}) {
  const text = JSON.stringify({ format: 'promptarium', version: 1, prompts });
  const report = await importJson(database.pool, { text, isDryRun });
  const { read, added, changed, unchanged, skipped, failed } = report;
  return { ...report, counts: [read, added, changed, unchanged, skipped, failed] };
}

interface Stored {
  id: string;
  title: string;
  source: string;
  source_key: string;
  copy_count: number;
  is_listed: boolean;
}

async function stored(): Promise<Stored[]> {
  const { rows } = await database.pool.query<Stored>(
    `select p.*, s.*, p.xmin::text as version, s.xmin::text as stats_version
     from prompts p join prompt_stats s on s.prompt_id = p.id order by p.title`,
  );
  return rows;
}

test('an unknown prompt is added with its id and found at once; imported again, it is unchanged', async () => {
  expect((await importEntries([MINT, SAGE])).counts).toEqual([2, 1, 0, 1, 0, 0]);
  const [, sage] = await stored();
  expect(sage).toMatchObject({
    id: promptIdOf('sage'),
    source: 'import',
    source_key: 'sage',
    is_listed: true,
  });
  const { rowCount } = await database.pool.query(`select from search_prompts where 'sage' = any(words)`);
  expect(rowCount).toBe(1);
  const before = await stored();
  expect((await importEntries([MINT, SAGE])).counts).toEqual([2, 0, 0, 2, 0, 0]);
  expect(await stored()).toEqual(before);
});

test('an imported prompt that says something else now is changed, moved too, and keeps id and counters', async () => {
  await importEntries([SAGE]);
  await database.pool.query('update prompt_stats set copy_count = 7');
  const changed = { ...SAGE, title: 'Sages', tier: 'pro', topic: { slug: 'trees' } };
  expect((await importEntries([changed])).counts).toEqual([1, 0, 1, 0, 0, 0]);
  expect((await stored())[1]).toMatchObject({
    id: promptIdOf('sage'),
    title: 'Sages',
    copy_count: 7,
    tier_rank: 2,
  });
});

test('a prompt that differs from its file in content/ is skipped, and the file is named', async () => {
  const before = await stored();
  const report = await importEntries([{ ...MINT, title: 'Peppermint' }]);
  expect(report.counts).toEqual([1, 0, 0, 0, 1, 0]);
  expect(report.skips).toEqual([
    {
      message: 'prompts[0]: "Peppermint" differs from content/garden/herbs/mint.md: change it there',
    },
  ]);
  expect(await stored()).toEqual(before);
});

test('what left content/ comes back as imported, with id and counters, and content/ leaves it alone', async () => {
  await database.pool.query('update prompt_stats set copy_count = 7');
  await folder.remove('garden/herbs/mint.md');
  await load();
  expect((await importEntries([MINT])).counts).toEqual([1, 1, 0, 0, 0, 0]);
  expect(await load()).toMatchObject({ added: 0, retired: 0 });
  expect(await stored()).toMatchObject([
    { id: promptIdOf('mint'), source: 'import', copy_count: 7, is_listed: true },
  ]);
});

test('a slug that comes into content/ after it was imported is one prompt, as content/ says it', async () => {
  await importEntries([SAGE]);
  await database.pool.query('update prompt_stats set copy_count = 7');
  await folder.write('garden/trees/sage.md', promptFile({ title: 'Wild sage' }));
  expect(await load()).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
  const [, sage] = await stored();
  expect(sage).toMatchObject({
    id: promptIdOf('sage'),
    title: 'Wild sage',
    source: 'content',
    copy_count: 7,
  });
  const report = await importEntries([SAGE]);
  expect(report.skips[0]?.message).toContain('content/garden/trees/sage.md');
  await folder.remove('garden/trees/sage.md');
  expect(await load()).toMatchObject({ retired: 1, unchanged: 1 });
});

test('a prompt of content/ that was imported under another slug is one prompt too', async () => {
  const id = promptIdOf('sage');
  await importEntries([{ ...SAGE, slug: `my-own-${id}` }]);
  expect((await stored())[1]).toMatchObject({ id, source_key: `export/${id}` });
  await database.pool.query('update prompt_stats set copy_count = 7');
  await folder.write('garden/trees/sage.md', promptFile({ title: 'Wild sage' }));
  expect(await load()).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
  expect((await stored())[1]).toMatchObject({ id, source: 'content', source_key: 'sage', copy_count: 7 });
  expect(await load()).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
});

test('a row of another CSV keeps the id its export had, and is still known by its row', async () => {
  const importRows = (text: string) =>
    importCsv(database.pool, { text, category: 'garden', topic: 'trees', tier: 'basic', isDryRun: false });
  const rows = 'act,prompt\nOak,Grow an oak.\n';
  await importRows(rows);
  const [, oak] = await stored();
  if (oak === undefined) throw new Error('nothing imported');
  await database.pool.query('delete from prompts where id = $1', [oak.id]);
  const exported = {
    ...entry(`oak-${oak.id}`, 'Oak'),
    id: oak.id,
    topic: { slug: 'trees' },
    summary: 'Grow an oak.',
    description: 'Grow an oak.',
    content: 'Grow an oak.',
    variables: [],
  };
  expect((await importEntries([exported])).counts).toEqual([1, 1, 0, 0, 0, 0]);
  expect((await stored())[1]).toMatchObject({ id: oak.id, source_key: `export/${oak.id}` });
  expect(await importRows(rows)).toMatchObject({ unchanged: 1, skipped: 0 });
  expect(await importRows(rows.replace('Grow', 'Fell'))).toMatchObject({ added: 0, changed: 1 });
  expect(await stored()).toMatchObject([{ title: 'Mint' }, { id: oak.id, content: 'Fell an oak.' }]);
});

test('an empty list of exemplars removes them; without one they stay', async () => {
  const exemplar = { values: { herbs: 'sage' }, model: 'example', date: '2026-11-21', output: 'A plan.' };
  const exemplars = async () => (await database.pool.query('select from exemplars')).rowCount;
  await importEntries([{ ...SAGE, exemplars: [exemplar, exemplar] }]);
  expect(await exemplars()).toBe(2);
  expect((await importEntries([SAGE])).counts).toEqual([1, 0, 0, 1, 0, 0]);
  expect((await importEntries([{ ...SAGE, tier: 'pro' }])).counts).toEqual([1, 0, 1, 0, 0, 0]);
  expect(await exemplars()).toBe(2);
  await importEntries([{ ...SAGE, exemplars: [] }]);
  expect(await exemplars()).toBe(0);
});

test('other keywords are a change, an empty list removes them; without one they stay', async () => {
  const keywords = async () =>
    (await database.pool.query('select keywords from prompts where id = $1', [SAGE.id])).rows[0].keywords;
  await importEntries([{ ...SAGE, keywords: ['tea', 'a "quoted" one'] }]);
  expect(await keywords()).toEqual(['tea', 'a "quoted" one']);
  expect((await importEntries([SAGE])).counts).toEqual([1, 0, 0, 1, 0, 0]);
  expect((await importEntries([{ ...SAGE, tier: 'pro' }])).counts).toEqual([1, 0, 1, 0, 0, 0]);
  expect(await keywords()).toEqual(['tea', 'a "quoted" one']);
  expect((await importEntries([{ ...SAGE, tier: 'pro', keywords: [] }])).counts).toEqual([1, 0, 1, 0, 0, 0]);
  expect(await keywords()).toEqual([]);
});

test('line ends of every system are line feeds, and a label is one line', async () => {
  const prompts = [
    {
      ...SAGE,
      content: 'Plan a bed\r\nfor [herbs],\rnow.',
      variables: [{ ...SAGE.variables[0], label: '\n\nHerbs\r\nand more' }],
      exemplars: [{ values: { herbs: 'a\r\nb' }, model: 'example', date: '2026-11-21', output: 'A\rplan.' }],
    },
  ];
  await importEntries(prompts);
  const { rows } = await database.pool.query(
    `select p.content, p.variables->0->>'label' as label, e."values", e.output
     from prompts p join exemplars e on e.prompt_id = p.id where p.id = $1`,
    [SAGE.id],
  );
  const fields = { content: 'Plan a bed\nfor [herbs],\nnow.', label: 'Herbs and more' };
  expect(rows).toEqual([{ ...fields, values: { herbs: 'a\nb' }, output: 'A\nplan.' }]);
});

test('of many skipped entries twenty are reported and all counted', async () => {
  const { skipped, skips, locked } = await importEntries(Array.from({ length: 31 }, () => SAGE));
  expect([skipped, skips.length, locked]).toEqual([30, 20, 0]);
});

test('an entry that comes twice is skipped where it is the same, and refused where it differs', async () => {
  const same = await importEntries([SAGE, MINT, SAGE], { isDryRun: true });
  expect(same.counts).toEqual([3, 1, 0, 1, 1, 0]);
  expect(same.skips).toEqual([{ message: 'prompts[2]: "Sage" is also at prompts[0]' }]);
  const other = await importEntries([SAGE, { ...SAGE, title: 'Sages' }]);
  expect(other.counts).toEqual([2, 0, 0, 0, 0, 1]);
  expect(other.problems).toEqual([
    { message: 'prompts[1]: "Sages" is also at prompts[0], with other content' },
  ]);
});

test('locked entries are counted and skipped', async () => {
  const { content: _, variables: __, ...locked } = { ...SAGE, isLocked: true };
  const report = await importEntries([MINT, locked]);
  expect([report.counts, report.locked, report.skips]).toEqual([[2, 0, 0, 1, 1, 0], 1, []]);
});

test('one entry that fails and nothing is imported; twenty problems are reported and all counted', async () => {
  const before = await stored();
  const { title: _, summary: __, description: ___, ...untitled } = entry('dill', 'Dill');
  const elsewhere = { ...entry('basil', 'Basil'), topic: { slug: 'stones' } };
  const report = await importEntries([SAGE, elsewhere, ...Array.from({ length: 10 }, () => untitled)]);
  expect([report.failed, report.problems.length, report.problemCount]).toEqual([11, 20, 31]);
  expect(report.problems[0]).toEqual({ message: 'prompts[1]: there is no topic garden/stones' });
  expect(await stored()).toEqual(before);
});

test('a failure after the first batch leaves nothing of it', async () => {
  const before = await stored();
  const many = Array.from({ length: 600 }, (_, index) => entry(`tree-${index}`, `Tree ${index}`));
  expect((await importEntries([...many, { ...entry('last', 'Last'), content: '' }])).failed).toBe(1);
  expect(await stored()).toEqual(before);
  await database.pool.query(
    `alter table prompt_stats add constraint broken check (title_key <> 'tree 599') not valid`,
  );
  await expect(importEntries(many)).rejects.toThrow('broken');
  await database.pool.query('alter table prompt_stats drop constraint broken');
  expect(await stored()).toEqual(before);
});

test('a dry run reports the same and writes nothing', async () => {
  const before = await stored();
  expect((await importEntries([SAGE], { isDryRun: true })).counts).toEqual([1, 1, 0, 0, 0, 0]);
  expect(await stored()).toEqual(before);
});

test('a database without a library, or with that of an earlier version, is refused', async () => {
  const [blank, empty, earlier] = await Promise.all(
    (['blank', 'empty', 'empty'] as const).map((template) =>
      createTestDatabase(inject('testServer'), template),
    ),
  );
  await earlier?.pool.query('alter table prompts drop column retired_at');
  const text = JSON.stringify({ format: 'promptarium', version: 1, prompts: [MINT] });
  for (const [one, message] of [
    [blank, 'The database is not ready for this version. Start the app, or run'],
    [earlier, 'The database is not ready for this version. Start the app, or run'],
    [empty, 'The library is empty. Load it first'],
  ] as const) {
    if (one === undefined) throw new Error('no database');
    await expect(importJson(one.pool, { text, isDryRun: true })).rejects.toThrow(message);
    await one.drop();
  }
});
