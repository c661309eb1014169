// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of imported prompts look like that.

import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import {
  type ContentFolder,
  createContentFolder,
  emptyLibrary,
  LIBRARY_YAML,
  promptFile,
} from '#server/testing/content-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { loadLibrary } from '../library.loading.ts';
import { type CsvImportOptions, importCsv } from './import.csv.ts';
import { ImportError } from './import.report.ts';

let database: TestDatabase;
let folder: ContentFolder;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  folder = await createContentFolder();
});

afterAll(async () => {
  await database.drop();
  await folder.drop();
});

beforeEach(async () => {
  await emptyLibrary(database.pool);
  await folder.write('content/library.yaml', LIBRARY_YAML);
  await folder.write('content/garden/herbs/mint.md', promptFile({ title: 'Mint' }));
  await loadLibrary({ pool: database.pool, contentDir: `${folder.path}/content` });
});

async function importText(text: string, options: Partial<CsvImportOptions> = {}) {
  const report = await importCsv(database.pool, {
    text,
    category: 'garden',
    topic: 'trees',
    tier: 'basic',
    isDryRun: false,
    ...options,
  });
  const { read, added, changed, unchanged, skipped, failed } = report;
  return { ...report, counts: [read, added, changed, unchanged, skipped, failed] };
}

interface StoredImport {
  id: string;
  title: string;
  content: string;
  copy_count: number;
}

async function imported(): Promise<StoredImport[]> {
  const { rows } = await database.pool.query<StoredImport>(
    `select p.*, s.*, p.xmin::text as version, s.xmin::text as stats_version
     from prompts p join prompt_stats s on s.prompt_id = p.id where p.source = 'import' order by p.title, p.content`,
  );
  return rows;
}

const TWO = 'act,prompt,type\nOak,Grow an oak.,TEXT\nElm,"Grow an\nelm in ${Place:a park}.",TEXT\n';

test('imports rows as prompts of the topic, searchable at once', async () => {
  expect((await importText(TWO)).counts).toEqual([2, 2, 0, 0, 0, 0]);
  const [elm, oak] = await imported();
  expect(elm).toMatchObject({
    title: 'Elm',
    content: 'Grow an\nelm in [place].',
    summary: 'Grow an elm in [place].',
    variables: [{ name: 'place', label: 'Place', type: 'text', default: 'a park' }],
    tier: 'basic',
    tier_rank: 0,
    is_listed: true,
  });
  expect(oak?.id).toMatch(/^[a-z2-7]{12}$/);
  const { rowCount } = await database.pool.query(
    `select from search_postings where word = 'oak' and tier = 0`,
  );
  expect(rowCount).toBe(1);
});

test('the same file again touches nothing', async () => {
  await importText(TWO);
  const before = await imported();
  expect((await importText(TWO)).counts).toEqual([2, 0, 0, 2, 0, 0]);
  expect(await imported()).toEqual(before);
});

test('keywords are stored, and other ones are a change', async () => {
  const rows = (keywords: string) => `act,prompt,keywords\nOak,Grow an oak.,"${keywords}"\n`;
  const storedKeywords = async () =>
    (await database.pool.query(`select keywords from prompts where source = 'import'`)).rows;
  await importText(rows('acorn, shade'));
  expect(await storedKeywords()).toEqual([{ keywords: ['acorn', 'shade'] }]);
  expect((await importText(rows('acorn,shade'))).counts).toEqual([1, 0, 0, 1, 0, 0]);
  expect((await importText(rows('acorn'))).counts).toEqual([1, 0, 1, 0, 0, 0]);
  expect(await storedKeywords()).toEqual([{ keywords: ['acorn'] }]);
});

test('a new text under a known title replaces the old one and keeps id and counters', async () => {
  await importText(TWO);
  await database.pool.query('update prompt_stats set copy_count = 7');
  const [elm] = await imported();
  expect((await importText(TWO.replace('elm in', 'elm tree in'))).counts).toEqual([2, 0, 1, 1, 0, 0]);
  expect((await imported())[0]).toMatchObject({
    id: elm?.id,
    content: 'Grow an\nelm tree in [place].',
    copy_count: 7,
  });
});

test('two texts of one title are two prompts, whatever their order next time', async () => {
  const row = 'Oak,Grow an oak.\n';
  const two = 'Oak,Fell an oak.\n';
  expect((await importText(`act,prompt\n${row}${two}`)).counts).toEqual([2, 2, 0, 0, 0, 0]);
  const before = await imported();
  expect((await importText(`act,prompt\n${two}${row}`)).counts).toEqual([2, 0, 0, 2, 0, 0]);
  expect(await imported()).toEqual(before);
});

test('duplicates in the file and in the library are skipped, and reported', async () => {
  const report = await importText(
    'act,prompt\nOak,Grow an oak.\nOther oak,Grow an oak.\nHerbs,Plan a bed for [herbs].\n',
  );
  expect(report.counts).toEqual([3, 1, 0, 0, 2, 0]);
  expect(report.skips).toEqual([
    { line: 3, message: '"Other oak" has the text of line 2' },
    { line: 4, message: '"Herbs" is in the library already, as "Mint"' },
  ]);
  const renamed = await importText('act,prompt\nRenamed oak,Grow an oak.\n');
  expect(renamed.skips).toEqual([{ line: 2, message: '"Renamed oak" is in the library already, as "Oak"' }]);
});

test('one bad row and nothing is imported; every problem has its line', async () => {
  const report = await importText(
    'act,prompt,type\nOak,Grow an oak.,TEXT\n,"no\ntitle",TEXT\nElm,,TEXT\nAsh,x,SONG\nFir,a,b,c\n',
  );
  expect(report.problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))).toEqual([
    { line: 3, message: 'act is empty' },
    { line: 5, message: 'prompt is empty' },
    { line: 6, message: expect.stringContaining('type "SONG" is not one of') },
    { line: 7, message: 'has 4 fields, the header has 3' },
  ]);
  expect(report.failed).toBe(4);
  expect(await imported()).toEqual([]);
});

test('of many problems twenty are reported and all counted', async () => {
  const report = await importText(`act,prompt\n${'Oak,\n'.repeat(300)}`);
  expect([report.problems.length, report.failed]).toEqual([20, 300]);
});

test('a failure after the first batch leaves nothing of it', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => `Tree ${index},Grow tree ${index}.\n`).join('');
  expect((await importText(`act,prompt\n${rows}Last,\n`)).failed).toBe(1);
  expect(await imported()).toEqual([]);
  await database.pool.query(
    `alter table prompt_stats add constraint broken check (title_key <> 'tree 599') not valid`,
  );
  await expect(importText(`act,prompt\n${rows}`)).rejects.toThrow('broken');
  await database.pool.query('alter table prompt_stats drop constraint broken');
  expect(await imported()).toEqual([]);
});

test('a dry run reports the same and writes nothing', async () => {
  expect((await importText(TWO, { isDryRun: true })).counts).toEqual([2, 2, 0, 0, 0, 0]);
  expect(await imported()).toEqual([]);
});

test('an unknown category or topic is refused, with a list of the known ones', async () => {
  const error = await importText(TWO, { category: 'kitchen' }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ImportError);
  expect(error).toMatchObject({ message: 'There is no category "kitchen". There are: garden' });
  await expect(importText(TWO, { topic: 'stones' })).rejects.toThrow(
    'There is no topic "stones" in garden. There are: herbs, trees',
  );
});

test('loading content/ again leaves imported prompts alone', async () => {
  await importText(TWO);
  const before = await imported();
  await folder.write('content/garden/herbs/mint.md', promptFile({ title: 'Peppermint' }));
  await loadLibrary({ pool: database.pool, contentDir: `${folder.path}/content` });
  expect(await imported()).toEqual(before);
});
