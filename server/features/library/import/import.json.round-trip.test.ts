import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentFolder } from '#server/testing/content-folder.ts';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { loadLibrary } from '../library.loading.ts';
import { importCsv } from './import.csv.ts';
import { importJson } from './import.json.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', '..', 'content');
const ROWS = join(import.meta.dirname, 'testing', 'rows.csv');
const NOTHING = { read: 0, added: 0, changed: 0, unchanged: 0, skipped: 0, locked: 0, problems: [] };

/** The whole library, and rows of a CSV. */
let full: TestApp;
/** Categories and topics, and no prompt. */
let empty: TestApp;
let total: number;
let exported: string;

beforeAll(async () => {
  [full, empty] = await Promise.all([createTestApp(), createTestApp({ template: 'empty' })]);
});

afterAll(async () => {
  await empty.close();
  await full.close();
});

async function importRows(): Promise<void> {
  await importCsv(full.database.pool, {
    text: await readFile(ROWS, 'utf8'),
    category: 'productivity',
    topic: 'coding-automation',
    tier: 'basic',
    isDryRun: false,
  });
}

async function loadTopics(): Promise<void> {
  const folder = await createContentFolder();
  await folder.write('library.yaml', await readFile(join(CONTENT, 'library.yaml')));
  await loadLibrary({ pool: empty.database.pool, contentDir: folder.path });
  await folder.drop();
}

/** As a new member reads it who may read everything, and has everything among the favorites. */
async function exportAll(app: TestApp): Promise<string> {
  const member = await createMember(app, { tier: 'engineer' });
  await sql`insert into favorites (user_id, prompt_id) select ${member.id}, id from prompts`.execute(
    app.database.db,
  );
  const { statusCode, payload } = await member.get('/api/favorites/export?format=json');
  expect(statusCode).toBe(200);
  return payload;
}

const importInto = (app: TestApp) => importJson(app.database.pool, { text: exported, isDryRun: false });

/** In the files of content/. */
async function countExemplars(): Promise<number> {
  const files = (await readdir(CONTENT, { recursive: true })).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(files.map((file) => readFile(join(CONTENT, file), 'utf8')));
  return texts.reduce((sum, text) => sum + (text.match(/^ {2}- values:/gm)?.length ?? 0), 0);
}

/** All that a prompt is, wherever it comes from; times in the milliseconds of exports. */
async function stored(pool: pg.Pool): Promise<(Record<string, unknown> & { exemplars: unknown[] })[]> {
  const { rows } = await pool.query(
    `select p.id, c.slug as category, t.slug as topic, title, summary, p.description, content, variables, tier,
       p.featured, keywords, sources, reviewed::text, review_due::text, version, date_trunc('milliseconds', created_at) as created, s.is_listed, s.tier_rank, s.title_key,
       coalesce((select json_agg(json_build_array("values", model, made_on, output) order by position)
         from exemplars where prompt_id = p.id), '[]') as exemplars,
       array(select from_id || from_slug from prompt_redirects where prompt_id = p.id order by 1) as redirects
     from prompts p join prompt_stats s on s.prompt_id = p.id
       join topics t on t.id = p.topic_id join categories c on c.id = p.category_id
     order by p.id`,
  );
  return rows;
}

/** Changes with every write to a row. */
async function versions(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select p.id, p.xmin::text, s.xmin::text as stats from prompts p join prompt_stats s on s.prompt_id = p.id order by 1`,
  );
  return rows;
}

test('an export restores the library where there is none, and is exported again byte by byte', async () => {
  await importRows();
  exported = await exportAll(full);
  await loadTopics();
  const before = await stored(full.database.pool);
  total = before.length;
  expect(await importInto(empty)).toMatchObject({ ...NOTHING, read: total, added: total });
  expect((await exportAll(empty)) === exported).toBe(true);
  expect(await stored(empty.database.pool)).toEqual(before);
  expect(before.flatMap(({ exemplars }) => exemplars)).toHaveLength(await countExemplars());
});

test('imported again it writes nothing, here and where it came from', async () => {
  for (const app of [empty, full]) {
    const before = await versions(app.database.pool);
    expect(await importInto(app)).toMatchObject({ ...NOTHING, read: total, unchanged: total });
    expect(await versions(app.database.pool)).toEqual(before);
  }
});

test('the search index is the same', async () => {
  const documents = `select distinct word, tier from search_postings order by 1, 2`;
  const [one, other] = await Promise.all([full, empty].map(({ database }) => database.pool.query(documents)));
  expect(other?.rows).toEqual(one?.rows);
});

test('content/ takes over the prompts it has, ids and counters kept', async () => {
  await empty.database.pool.query('update prompt_stats set copy_count = 7');
  const report = await loadLibrary({ pool: empty.database.pool, contentDir: CONTENT });
  const { rows } = await empty.database.pool.query(
    `select count(*)::integer as all, count(*) filter (where source = 'content')::integer as loaded,
       min(copy_count) as copies from prompts p join prompt_stats s on s.prompt_id = p.id`,
  );
  expect(rows).toEqual([{ all: total, loaded: report.changed, copies: 7 }]);
  expect([report.added, report.unchanged, report.retired]).toEqual([0, 0, 0]);
  expect(await stored(empty.database.pool)).toEqual(await stored(full.database.pool));
});
