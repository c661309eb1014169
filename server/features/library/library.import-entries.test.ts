import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { END, writeDocument } from './library.documents.ts';
import { promptIdOf } from './library.format.ts';
import { importExport, importPrompts } from './library.import.ts';
import { loadLibrary } from './library.loading.ts';
import { createTestFolder, promptFile, SHELVES, type TestFolder } from './testing/library-folder.ts';

let database: TestDatabase;
let folder: TestFolder;

beforeEach(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  folder = await createTestFolder();
  await folder.write('content/library.yaml', SHELVES);
  await folder.write('content/garden/herbs/mint.md', promptFile({ title: 'Mint', more: CREATED }));
  await load();
});

afterEach(async () => {
  await database.drop();
  await folder.drop();
});

const CREATED = 'created: 2026-11-21T09:00:00Z\n';
const load = () => loadLibrary({ pool: database.pool, contentDir: `${folder.path}/content` });

const at = (slug: string, text: string, topic = 'herbs') =>
  `<!-- promptarium: garden/${topic}/${slug}.md -->\n${text}\n`;
const MINT = at('mint', promptFile({ title: 'Mint', more: CREATED }));
const SAGE = at('sage', promptFile({ title: 'Sage', more: CREATED }));

/** SAGE as JSON has it. */
const SAGE_ENTRY = {
  id: promptIdOf('sage'),
  slug: 'sage',
  title: 'Sage',
  summary: 'Name the herbs, get a plan.',
  description: 'For anybody with a window sill.',
  tier: 'basic',
  category: { slug: 'garden' },
  topic: { slug: 'herbs' },
  created: '2026-11-21T09:00:00.000Z',
  content: 'Plan a bed for [herbs].',
  variables: [{ name: 'herbs', label: 'Herbs', type: 'text', required: true }],
};

async function importText(text: string, options: { isDryRun?: boolean; name?: string } = {}) {
  const { isDryRun = false, name = 'export.md' } = options;
  const kind = name.endsWith('.json') ? 'json' : 'markdown';
  const file = await folder.write(name, kind === 'json' ? text : `${text}${END}\n`);
  const report = await importExport(database.pool, { file, kind, isDryRun });
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

test('what is not known is added with its id, found at once; again, it is unchanged', async () => {
  expect((await importText(`${MINT}${SAGE}`)).counts).toEqual([2, 1, 0, 1, 0, 0]);
  const [, sage] = await stored();
  expect(sage).toMatchObject({
    id: promptIdOf('sage'),
    source: 'import',
    source_key: 'sage',
    is_listed: true,
  });
  const { rowCount } = await database.pool.query(
    `select from prompt_search where title_document @@ plainto_tsquery('promptarium_english', 'sage')`,
  );
  expect(rowCount).toBe(1);
  const before = await stored();
  expect((await importText(`${MINT}${SAGE}`)).counts).toEqual([2, 0, 0, 2, 0, 0]);
  expect(await stored()).toEqual(before);
});

test('an imported prompt that says something else now is changed, moved too, and keeps id and counters', async () => {
  await importText(SAGE);
  await database.pool.query('update prompt_stats set copy_count = 7');
  const changed = at('sage', promptFile({ title: 'Sages', tier: 'pro', more: CREATED }), 'trees');
  expect((await importText(changed)).counts).toEqual([1, 0, 1, 0, 0, 0]);
  expect((await stored())[1]).toMatchObject({
    id: promptIdOf('sage'),
    title: 'Sages',
    copy_count: 7,
    tier_rank: 2,
  });
});

test('a prompt of content/ that is otherwise there is skipped, with the file to change', async () => {
  const before = await stored();
  const report = await importText(MINT.replace('title: Mint', 'title: Peppermint'));
  expect(report.counts).toEqual([1, 0, 0, 0, 1, 0]);
  expect(report.skips).toEqual([
    { line: 1, message: '"Peppermint" is otherwise in content/garden/herbs/mint.md: change it there' },
  ]);
  expect(await stored()).toEqual(before);
});

test('what left content/ comes back as imported, with id and counters, and content/ leaves it alone', async () => {
  await database.pool.query('update prompt_stats set copy_count = 7');
  await folder.remove('content/garden/herbs/mint.md');
  await load();
  expect((await importText(MINT)).counts).toEqual([1, 1, 0, 0, 0, 0]);
  expect(await load()).toMatchObject({ added: 0, retired: 0 });
  expect(await stored()).toMatchObject([
    { id: promptIdOf('mint'), source: 'import', copy_count: 7, is_listed: true },
  ]);
});

test('a slug that comes into content/ after it was imported is one prompt, as content/ says it', async () => {
  await importText(SAGE);
  await database.pool.query('update prompt_stats set copy_count = 7');
  await folder.write('content/garden/trees/sage.md', promptFile({ title: 'Wild sage' }));
  expect(await load()).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
  const [, sage] = await stored();
  expect(sage).toMatchObject({
    id: promptIdOf('sage'),
    title: 'Wild sage',
    source: 'content',
    copy_count: 7,
  });
  const report = await importText(SAGE);
  expect(report.skips[0]?.message).toContain('content/garden/trees/sage.md');
  await folder.remove('content/garden/trees/sage.md');
  expect(await load()).toMatchObject({ retired: 1, unchanged: 1 });
});

test('a prompt of content/ that was imported under another slug is one prompt too', async () => {
  const id = promptIdOf('sage');
  const separator = `<!-- promptarium: garden/herbs/my-own-${id}.md, id ${id} -->`;
  await importText(`${separator}\n${promptFile({ title: 'Sage', more: CREATED })}`);
  expect((await stored())[1]).toMatchObject({ id, source_key: `export/${id}` });
  await database.pool.query('update prompt_stats set copy_count = 7');
  await folder.write('content/garden/trees/sage.md', promptFile({ title: 'Wild sage' }));
  expect(await load()).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
  expect((await stored())[1]).toMatchObject({ id, source: 'content', source_key: 'sage', copy_count: 7 });
  expect(await load()).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
});

test('a row of another CSV keeps the id its export had, and is still known by its row', async () => {
  const csv = await folder.write('rows.csv', 'act,prompt\nOak,Grow an oak.\n');
  const rows = { file: csv, category: 'garden', topic: 'trees', tier: 'basic', isDryRun: false } as const;
  await importPrompts(database.pool, rows);
  const [, oak] = await stored();
  if (oak === undefined) throw new Error('nothing imported');
  await database.pool.query('delete from prompts where id = $1', [oak.id]);
  const document = writeDocument({
    id: oak.id,
    slug: `oak-${oak.id}`,
    category: 'garden',
    topic: 'trees',
    title: 'Oak',
    summary: 'Grow an oak.',
    description: 'Grow an oak.',
    tier: 'basic',
    featured: false,
    created: '2026-11-21T09:00:00.000Z',
    text: { content: 'Grow an oak.', variables: [], exemplars: [] },
  });
  expect((await importText(document)).counts).toEqual([1, 1, 0, 0, 0, 0]);
  expect((await stored())[1]).toMatchObject({ id: oak.id, source_key: `export/${oak.id}` });
  expect(await importPrompts(database.pool, rows)).toMatchObject({ unchanged: 1, skipped: 0 });
  await folder.write('rows.csv', 'act,prompt\nOak,Fell an oak.\n');
  expect(await importPrompts(database.pool, rows)).toMatchObject({ added: 0, changed: 1 });
  expect(await stored()).toMatchObject([{ title: 'Mint' }, { id: oak.id, content: 'Fell an oak.' }]);
});

test('JSON takes exemplars away; Markdown and CSV keep what they do not say', async () => {
  const exemplar = { values: { herbs: 'sage' }, model: 'example', date: '2026-11-21', output: 'A plan.' };
  const entry = { ...SAGE_ENTRY, exemplars: [exemplar, exemplar] };
  const exemplars = async () => (await database.pool.query('select from exemplars')).rowCount;
  const texts = (changes: object) =>
    JSON.stringify({ format: 'promptarium', version: 1, prompts: [{ ...entry, ...changes }] }, null, 2);
  await importText(texts({}), { name: 'export.json' });
  expect(await exemplars()).toBe(2);
  expect((await importText(SAGE)).counts).toEqual([1, 0, 0, 1, 0, 0]);
  expect((await importText(SAGE.replace('tier: basic', 'tier: pro'))).counts).toEqual([1, 0, 1, 0, 0, 0]);
  expect(await exemplars()).toBe(2);
  await importText(texts({ exemplars: [] }), { name: 'export.json' });
  expect(await exemplars()).toBe(0);
});

test('line ends of every system are line feeds, and a label is one line: in JSON too', async () => {
  const prompts = [
    {
      ...SAGE_ENTRY,
      content: 'Plan a bed\r\nfor [herbs],\rnow.',
      variables: [{ ...SAGE_ENTRY.variables[0], label: '\n\nHerbs\r\nand more' }],
      exemplars: [{ values: { herbs: 'a\r\nb' }, model: 'example', date: '2026-11-21', output: 'A\rplan.' }],
    },
  ];
  await importText(JSON.stringify({ format: 'promptarium', version: 1, prompts }), { name: 'export.json' });
  const { rows } = await database.pool.query(
    `select p.content, p.variables->0->>'label' as label, e."values", e.output
     from prompts p join exemplars e on e.prompt_id = p.id where p.id = $1`,
    [SAGE_ENTRY.id],
  );
  const said = { content: 'Plan a bed\nfor [herbs],\nnow.', label: 'Herbs and more' };
  expect(rows).toEqual([{ ...said, values: { herbs: 'a\nb' }, output: 'A\nplan.' }]);
});

test('of many entries left out twenty are told and all counted', async () => {
  const { skipped, skips, locked } = await importText(SAGE.repeat(31));
  expect([skipped, skips.length, locked]).toEqual([30, 20, 0]);
});

test('one twice in a file is skipped where it is the same, and refused where it is not', async () => {
  const same = await importText(`${SAGE}${MINT}${SAGE}`, { isDryRun: true });
  expect(same.counts).toEqual([3, 1, 0, 1, 1, 0]);
  expect(same.skips).toEqual([{ line: 31, message: '"Sage" is also at line 1' }]);
  const other = await importText(`${SAGE}${SAGE.replace('title: Sage', 'title: Sages')}`);
  expect(other.counts).toEqual([2, 0, 0, 0, 0, 1]);
  expect(other.problems).toEqual([
    { line: 16, message: '"Sages" is also at line 1, where it says something else' },
  ]);
});

test('locked entries are counted and skipped', async () => {
  const locked = at('sage', '---\ntitle: Sage\n---\n').replace('promptarium', 'promptarium, locked');
  const report = await importText(`${MINT}${locked}`);
  expect([report.counts, report.locked, report.skips]).toEqual([[2, 0, 0, 1, 1, 0], 1, []]);
});

test('one entry that fails and nothing is imported; of many problems twenty are told and all counted', async () => {
  const before = await stored();
  const report = await importText(
    `${SAGE}${at('basil', promptFile(), 'stones')}${at('dill', '---\ntitle: Dill\n---\nx\n').repeat(10)}`,
  );
  expect([report.failed, report.problems.length, report.problemCount]).toEqual([11, 20, 31]);
  expect(report.problems[0]).toEqual({ line: 16, message: 'there is no topic garden/stones' });
  expect(await stored()).toEqual(before);
});

test('a failure after the first batch leaves nothing of it', async () => {
  const before = await stored();
  const many = Array.from({ length: 600 }, (_, index) =>
    at(`tree-${index}`, promptFile({ title: `Tree ${index}` })),
  );
  expect((await importText(`${many.join('')}${at('last', '---\n---\nx\n')}`)).failed).toBe(1);
  expect(await stored()).toEqual(before);
  await database.pool.query(
    `alter table prompt_stats add constraint broken check (title_key <> 'tree 599') not valid`,
  );
  await expect(importText(many.join(''))).rejects.toThrow('broken');
  expect(await stored()).toEqual(before);
});

test('a dry run reports the same and writes nothing', async () => {
  const before = await stored();
  expect((await importText(SAGE, { isDryRun: true })).counts).toEqual([1, 1, 0, 0, 0, 0]);
  expect(await stored()).toEqual(before);
});

test('a database without a library, or with that of an earlier version, is refused', async () => {
  const blank = await createTestDatabase(inject('testServer'), 'blank');
  const file = await folder.write('export.md', `${MINT}${END}\n`);
  const empty = await createTestDatabase(inject('testServer'), 'empty');
  await database.pool.query('drop table related_prompts');
  for (const [{ pool }, message] of [
    [blank, 'The database is not ready for this version. Start the app, or run'],
    [database, 'The database is not ready for this version. Start the app, or run'],
    [empty, 'The library is empty. Load it first'],
  ] as const) {
    const dryRun = importExport(pool, { file, kind: 'markdown', isDryRun: true });
    await expect(dryRun).rejects.toThrow(message);
  }
  await blank.drop();
  await empty.drop();
});
