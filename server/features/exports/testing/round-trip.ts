import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportFormat } from '#contract/export-formats.ts';
import type { Tier } from '#contract/tiers.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/app.ts';
import { detectExport } from '../../library/library.export-files.ts';
import { importExport, importPrompts } from '../../library/library.import.ts';
import { loadLibrary } from '../../library/library.loading.ts';
import { createTestFolder, type TestFolder } from '../../library/testing/library-folder.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', '..', 'content');

/** What every test of exports and imports stands on. */
export interface Desk {
  folder: TestFolder;
  /** The whole library, with rows from a CSV of another making. */
  full: TestApp;
  total: number;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const folder = await createTestFolder();
  await cp(join(CONTENT, 'library.yaml'), join(folder.path, 'shelves', 'library.yaml'));
  const full = await createTestApp();
  const rows = await readFile(join(import.meta.dirname, 'rows.csv'));
  const place = {
    category: 'productivity',
    topic: 'coding-automation',
    tier: 'basic',
    isDryRun: false,
  } as const;
  await importPrompts(full.database.pool, { ...place, file: await folder.write('rows.csv', rows) });
  return {
    folder,
    full,
    total: (await kept(full.database.pool)).length,
    async close() {
      await full.close();
      await folder.drop();
    },
  };
}

/** Categories and topics, and no prompt. */
async function createEmptyApp({ folder }: Desk): Promise<TestApp> {
  const app = await createTestApp({ template: 'empty' });
  await loadLibrary({ pool: app.database.pool, contentDir: join(folder.path, 'shelves') });
  return app;
}

/** A new member of a tier, who keeps every prompt. */
export async function createKeeper(app: TestApp, tier: Tier): Promise<TestMember> {
  const member = await createMember(app, { tier });
  await sql`insert into favorites (user_id, prompt_id) select ${member.id}, id from prompts`.execute(
    app.database.db,
  );
  return member;
}

export async function exportAll(member: TestMember, format: ExportFormat): Promise<string> {
  const { statusCode, payload } = await member.get(`/api/favorites/export?format=${format}`);
  expect(statusCode).toBe(200);
  return payload;
}

export async function importText({ folder }: Desk, app: TestApp, name: string, text: string) {
  const file = await folder.write(name, text);
  const kind = await detectExport(file);
  if (kind === undefined) throw new Error(`${name} is no export`);
  const report = await importExport(app.database.pool, { file, kind, isDryRun: false });
  expect(report.problems).toEqual([]);
  const { read, added, changed, unchanged, skipped, locked } = report;
  return { read, added, changed, unchanged, skipped, locked };
}

export const NOTHING = { read: 0, added: 0, changed: 0, unchanged: 0, skipped: 0, locked: 0 };

/** In the files of content/. */
async function countExemplars(): Promise<number> {
  const files = await readdir(CONTENT, { recursive: true });
  const counts = files
    .filter((file) => file.endsWith('.md'))
    .map(async (file) => {
      const text = await readFile(join(CONTENT, file), 'utf8');
      return text.match(/^ {2}- values:/gm)?.length ?? 0;
    });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** All that a prompt is, wherever it comes from; times in the milliseconds of exports. */
async function kept(pool: pg.Pool): Promise<(Record<string, unknown> & { exemplars: unknown[] })[]> {
  const { rows } = await pool.query(
    `select p.id, c.slug as category, t.slug as topic, title, summary, p.description, content, variables, tier,
       p.featured, date_trunc('milliseconds', created_at) as created, s.is_listed, s.tier_rank, s.title_key,
       coalesce((select json_agg(json_build_array("values", model, made_on, output) order by position)
         from exemplars where prompt_id = p.id), '[]') as exemplars
     from prompts p join prompt_stats s on s.prompt_id = p.id
       join topics t on t.id = p.topic_id join categories c on c.id = p.category_id
     order by p.id`,
  );
  return rows;
}

/** Changes with whatever touches a row. */
export async function versions(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select p.id, p.xmin::text, s.xmin::text as stats from prompts p join prompt_stats s on s.prompt_id = p.id order by 1`,
  );
  return rows;
}

/** @param file its name, which says by its ending what it is */
export function describeRoundTrip(format: ExportFormat, file: string): void {
  let desk: Desk;
  let empty: TestApp;
  let exported: string;

  beforeAll(async () => {
    desk = await openDesk();
    empty = await createEmptyApp(desk);
    exported = await exportAll(await createKeeper(desk.full, 'engineer'), format);
  });
  afterAll(async () => {
    await empty.close();
    await desk.close();
  });

  test('comes back where nothing was, and is exported again byte by byte', async () => {
    expect(await importText(desk, empty, file, exported)).toEqual({
      ...NOTHING,
      read: desk.total,
      added: desk.total,
    });
    expect((await exportAll(await createKeeper(empty, 'engineer'), format)) === exported).toBe(true);
    const before = await kept(desk.full.database.pool);
    const withoutExemplars = before.map((prompt) => ({ ...prompt, exemplars: [] }));
    expect(await kept(empty.database.pool)).toEqual(format === 'csv' ? withoutExemplars : before);
    expect(before.flatMap(({ exemplars }) => exemplars)).toHaveLength(await countExemplars());
  });

  test('imported again it touches nothing, here and where it came from', async () => {
    for (const app of [empty, desk.full]) {
      const before = await versions(app.database.pool);
      expect(await importText(desk, app, file, exported)).toEqual({
        ...NOTHING,
        read: desk.total,
        unchanged: desk.total,
      });
      expect(await versions(app.database.pool)).toEqual(before);
    }
  });

  test('what is searched is what was searched', async () => {
    const documents =
      'select prompt_id, title_document, public_document, full_document from prompt_search order by 1';
    const [one, other] = await Promise.all(
      [desk.full, empty].map(({ database }) => database.pool.query(documents)),
    );
    expect(other?.rows).toEqual(one?.rows);
  });

  // Once: CSV leaves most to be taken over.
  if (format !== 'csv') return;
  test('content/ takes over what it has, ids and counters kept', async () => {
    await empty.database.pool.query('update prompt_stats set copy_count = 7');
    const { added, changed, unchanged, retired } = await loadLibrary({
      pool: empty.database.pool,
      contentDir: CONTENT,
    });
    const { rows } = await empty.database.pool.query(
      `select count(*)::integer as all, count(*) filter (where source = 'content')::integer as loaded,
         min(copy_count) as copies from prompts p join prompt_stats s on s.prompt_id = p.id`,
    );
    expect(rows).toEqual([{ all: desk.total, loaded: changed, copies: 7 }]);
    expect([added, unchanged, retired]).toEqual([0, 0, 0]);
    expect(await kept(empty.database.pool)).toEqual(await kept(desk.full.database.pool));
  });
}
