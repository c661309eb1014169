import { stat, utimes } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { LIBRARY_CHANNEL } from '#server/core/database/change-notifications.ts';
import { makeId } from '#server/core/ids.ts';
import {
  type ContentFolder,
  createContentFolder,
  emptyLibrary,
  exemplar,
  LIBRARY_YAML,
  promptFile,
  withExemplars,
} from '#server/testing/content-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { loadLibrary } from './library.loading.ts';
import { LibraryError } from './library.problems.ts';

let database: TestDatabase;
let folder: ContentFolder;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
});

afterAll(() => database.drop());

beforeEach(async () => {
  await emptyLibrary(database.pool);
  folder = await createContentFolder();
  await folder.write('library.yaml', LIBRARY_YAML);
  await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint' }));
  await folder.write('garden/herbs/basil.md', promptFile({ title: 'Basil' }));
});

afterEach(() => folder.drop());

const load = () => loadLibrary({ pool: database.pool, contentDir: folder.path });

interface StoredPrompt {
  id: string;
  title: string;
  category: string;
  topic: string;
  is_listed: boolean;
  copy_count: number;
  created_at: Date;
  updated_at: Date;
  newest_key: string;
  created_by: string | null;
  version: string;
  stats_version: string;
}

async function stored(slug: string): Promise<StoredPrompt> {
  const { rows } = await database.pool.query<StoredPrompt>(
    `select p.*, s.*, c.slug as category, t.slug as topic, p.xmin::text as version, s.xmin::text as stats_version
     from prompts p join prompt_stats s on s.prompt_id = p.id
     join categories c on c.id = s.category_id join topics t on t.id = s.topic_id
     where p.source = 'content' and p.source_key = $1`,
    [slug],
  );
  const [prompt] = rows;
  if (!prompt) throw new Error(`${slug} is not stored`);
  return prompt;
}

async function found(word: string): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from search_prompts where words @> array[lower($1)]`,
    [word],
  );
  return rowCount ?? 0;
}

const counts = ({ added, changed, unchanged, retired }: Awaited<ReturnType<typeof load>>) => [
  added,
  changed,
  unchanged,
  retired,
];

test('loads categories, topics and prompts, searchable, with ids that follow from their names', async () => {
  expect(counts(await load())).toEqual([2, 0, 0, 0]);
  const mint = await stored('mint');
  expect(mint).toMatchObject({
    id: makeId('content:mint'),
    title: 'Mint',
    category: 'garden',
    topic: 'herbs',
    is_listed: true,
    created_by: null,
  });
  expect(Number(mint.newest_key)).toBeLessThan(-mint.created_at.getTime() * 1000 + 1000);
  expect(await found('mint')).toBe(1);
  const words = await database.pool.query(`select from search_vocabulary where word = 'basil'`);
  expect(words.rowCount).toBe(1);
});

test('loading again touches nothing', async () => {
  await load();
  const before = [await stored('mint'), await stored('basil')];
  expect(counts(await load())).toEqual([0, 0, 2, 0]);
  expect([await stored('mint'), await stored('basil')]).toEqual(before);
});

test('an unchanged folder is not parsed, and nothing is compared', async () => {
  await load();
  await database.pool.query(`update prompts set source_hash = ''`);
  expect(counts(await load())).toEqual([0, 0, 2, 0]);
  await database.pool.query('delete from library_state');
  expect(counts(await load())).toEqual([0, 2, 0, 0]);
});

test('a change that keeps the size and the times of its file is noticed', async () => {
  const file = await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint' }));
  const { atime, mtime } = await stat(file);
  await load();
  await folder.write('garden/herbs/mint.md', promptFile({ title: 'Dill' }));
  await utimes(file, atime, mtime);
  expect(counts(await load())).toEqual([0, 1, 1, 0]);
  expect((await stored('mint')).title).toBe('Dill');
});

test('a changed file changes its prompt only; id, counters and creation time stay', async () => {
  await load();
  await database.pool.query('update prompt_stats set copy_count = 7');
  const [mint, basil] = [await stored('mint'), await stored('basil')];
  await folder.write('garden/herbs/mint.md', promptFile({ title: 'Peppermint' }));
  expect(counts(await load())).toEqual([0, 1, 1, 0]);
  const changed = await stored('mint');
  expect(changed).toMatchObject({
    id: mint.id,
    title: 'Peppermint',
    copy_count: 7,
    created_at: mint.created_at,
  });
  expect(changed.updated_at.getTime()).toBeGreaterThan(mint.updated_at.getTime());
  expect(await stored('basil')).toEqual(basil);
  expect(await found('peppermint')).toBe(1);
  expect(await found('mint')).toBe(0);
});

test('other keywords are a change, and those that are gone too', async () => {
  const keywords = async () =>
    (await database.pool.query(`select keywords from prompts where source_key = 'mint'`)).rows;
  await load();
  expect(await keywords()).toEqual([{ keywords: [] }]);
  for (const [more, expected] of [
    ['keywords: [tea, "C#"]\n', ['tea', 'C#']],
    ['keywords: [tea]\n', ['tea']],
    ['', []],
  ] as const) {
    await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint', more }));
    expect(counts(await load())).toEqual([0, 1, 1, 0]);
    expect(await keywords()).toEqual([{ keywords: expected }]);
  }
});

test('another layout of the front matter is no change', async () => {
  await load();
  await folder.write(
    'garden/herbs/mint.md',
    promptFile({ title: '"Mint"  # quoted' }).replaceAll('\n', '\r\n'),
  );
  expect(counts(await load())).toEqual([0, 0, 2, 0]);
});

test('a prompt that leaves is retired, and returns with its id and counters', async () => {
  await load();
  await database.pool.query('update prompt_stats set copy_count = 7');
  const before = await stored('mint');
  await folder.remove('garden/herbs/mint.md');
  expect(counts(await load())).toEqual([0, 0, 1, 1]);
  expect(await stored('mint')).toMatchObject({ id: before.id, is_listed: false, copy_count: 7 });
  expect(await found('mint')).toBe(0);
  expect(counts(await load())).toEqual([0, 0, 1, 0]);
  await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint' }));
  expect(counts(await load())).toEqual([1, 0, 1, 0]);
  expect(await stored('mint')).toMatchObject({ id: before.id, is_listed: true, copy_count: 7 });
  expect(await found('mint')).toBe(1);
});

test('a prompt moved to another topic stays the same prompt', async () => {
  await load();
  const { id } = await stored('mint');
  await folder.remove('garden/herbs/mint.md');
  await folder.write('garden/trees/mint.md', promptFile({ title: 'Mint' }));
  expect(counts(await load())).toEqual([0, 1, 1, 0]);
  expect(await stored('mint')).toMatchObject({ id, topic: 'trees', is_listed: true });
});

test('the creation time of the front matter is kept, and may be corrected', async () => {
  const withCreated = (created: string) =>
    folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint', more: `created: ${created}\n` }));
  await withCreated('2026-11-20T08:00:00Z');
  await load();
  expect((await stored('mint')).created_at).toEqual(new Date('2026-11-20T08:00:00Z'));
  await withCreated('2026-11-19T08:00:00Z');
  await load();
  const corrected = await stored('mint');
  expect(corrected.created_at).toEqual(new Date('2026-11-19T08:00:00Z'));
  expect(Number(corrected.newest_key)).toBe(-Date.UTC(2026, 10, 19, 8) * 1000);
});

test('a renamed topic is found by its new name; one without prompts goes', async () => {
  await load();
  expect(await found('kitchen')).toBe(0);
  const [, trees = ''] = LIBRARY_YAML.split(/(?= {6}- slug: trees)/);
  await folder.write('library.yaml', LIBRARY_YAML.replace('name: Herbs', 'name: Kitchen').replace(trees, ''));
  expect(counts(await load())).toEqual([0, 0, 2, 0]);
  expect(await found('kitchen')).toBe(2);
  const { rows } = await database.pool.query('select slug from topics');
  expect(rows).toEqual([{ slug: 'herbs' }]);
});

test('files with problems change nothing, and all problems are reported', async () => {
  await load();
  const before = await stored('basil');
  await folder.write('garden/herbs/basil.md', promptFile({ title: 'Other' }));
  await folder.write('garden/herbs/mint.md', promptFile({ tier: 'golden' }));
  await folder.write('garden/herbs/sage.md', 'no front matter');
  const error = await load().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(LibraryError);
  expect(error instanceof LibraryError && error.problems.map(({ file }) => file)).toEqual([
    'garden/herbs/mint.md',
    'garden/herbs/sage.md',
  ]);
  expect(await stored('basil')).toEqual(before);
});

test('a failure of the database half way leaves nothing', async () => {
  await database.pool.query(
    `alter table prompt_stats add constraint broken check (title_key <> 'mint') not valid`,
  );
  await expect(load()).rejects.toThrow('broken');
  await database.pool.query('alter table prompt_stats drop constraint broken');
  const { rows } = await database.pool.query(
    'select (select count(*) from prompts)::int as prompts, (select count(*) from topics)::int as topics',
  );
  expect(rows).toEqual([{ prompts: 0, topics: 0 }]);
});

test('several processes load at once: one does the work', async () => {
  const reports = await Promise.all([load(), load(), load()]);
  expect(reports.map(({ added }) => added).sort()).toEqual([0, 0, 2]);
});

test('notifies the other nodes when something changed, and only then', async () => {
  const listener = new pg.Client(database.connection);
  await listener.connect();
  try {
    let notifications = 0;
    listener.on('notification', () => notifications++);
    await listener.query(`listen ${LIBRARY_CHANNEL}`);
    await load();
    await listener.query('select 1');
    expect(notifications).toBe(1);
    await load();
    await listener.query('select 1');
    expect(notifications).toBe(1);
  } finally {
    await listener.end();
  }
});

test('reports its progress', async () => {
  const seen: [number, number][] = [];
  await loadLibrary({
    pool: database.pool,
    contentDir: folder.path,
    onProgress: (done, total) => seen.push([done, total]),
  });
  expect(seen).toEqual([[2, 2]]);
});

test('related prompts follow the files; where none are stored, they are added', async () => {
  const related = async () => {
    const { rows } = await database.pool.query<{ pair: string }>(
      `select p.source_key || ' > ' || o.source_key as pair from related_prompts r
       join prompts p on p.id = r.prompt_id join prompts o on o.id = r.related_id order by 1`,
    );
    return rows.map(({ pair }) => pair);
  };
  await load();
  expect(await related()).toEqual(['basil > mint', 'mint > basil']);
  // What the planner knows; -1 would be a table never analyzed.
  const { rows } = await database.pool.query(
    `select reltuples from pg_class where oid = 'related_prompts'::regclass`,
  );
  expect(rows).toEqual([{ reltuples: 2 }]);
  await database.pool.query('delete from related_prompts');
  await load();
  expect(await related()).toEqual(['basil > mint', 'mint > basil']);
  await folder.remove('garden/herbs/basil.md');
  await load();
  expect(await related()).toEqual([]);
});

const storedExemplars = async () =>
  (
    await database.pool.query(
      'select position, "values", model, made_on::text as day, xmin::text from exemplars order by position',
    )
  ).rows;

test('loading writes exemplars in order, leaves unchanged ones alone, and deletes removed ones', async () => {
  const two = [exemplar(), exemplar({ values: '{ herbs: sage, pots: 2 }' })];
  await folder.write('garden/herbs/mint.md', withExemplars(...two));
  await folder.write('garden/herbs/basil.md', promptFile({ title: 'Basil' }));
  expect(counts(await load())).toEqual([2, 0, 0, 0]);
  const before = await storedExemplars();
  expect(before).toMatchObject([
    { position: 0, values: { herbs: 'mint' }, model: 'example', day: '2026-11-21' },
    { position: 1, values: { herbs: 'sage', pots: 2 } },
  ]);
  expect(counts(await load())).toEqual([0, 0, 2, 0]);
  expect(await storedExemplars()).toEqual(before);

  await folder.write('garden/herbs/mint.md', withExemplars(...two.slice(1)));
  expect(counts(await load())).toEqual([0, 1, 1, 0]);
  expect(await storedExemplars()).toMatchObject([{ position: 0, values: { herbs: 'sage', pots: 2 } }]);
  await folder.write('garden/herbs/mint.md', promptFile());
  expect(counts(await load())).toEqual([0, 1, 1, 0]);
  expect(await storedExemplars()).toEqual([]);
});
