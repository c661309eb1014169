// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of imported prompts look like that.

import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryRow } from '#contract/admin-library.ts';
import { loadLibrary } from '#server/features/library/library.loading.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', '..', 'content');
const LIBRARY = '/api/admin/library';

let app: TestApp;
let admin: TestMember;
let moderator: TestMember;
let reader: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createStaff(app, 'admin');
  moderator = await createStaff(app, 'moderator');
  reader = await createMember(app);
});
afterAll(() => app.close());

const reason = 'House rules';
const prompts = async (query = ''): Promise<LibraryRow[]> =>
  (await moderator.get(`${LIBRARY}/prompts?${query}`)).json().prompts;
const feature = (id: string, isFeatured: boolean) =>
  admin.put(`${LIBRARY}/prompts/${id}/featured`, { isFeatured, reason });
const retire = (id: string, isRetired: boolean) =>
  admin.put(`${LIBRARY}/prompts/${id}/retirement`, { isRetired, reason });
const found = async (q: string): Promise<string[]> =>
  (await reader.get(`/api/prompts/search?q=${encodeURIComponent(q)}&limit=100`))
    .json()
    .map(({ id }: { id: string }) => id);
const acts = async (id: string) => {
  const { rows } = await sql<{ act: string; reason: string }>`
    select act, reason from audit_log where subject_id = ${id} order by id`.execute(app.database.db);
  return rows.map((row) => row.act);
};
/** What the next start with any change in content/ does. */
async function loadAgain() {
  await app.database.pool.query("update library_state set fingerprint = 'other'");
  return await loadLibrary({ pool: app.database.pool, contentDir: CONTENT });
}
async function basicPrompt(): Promise<{ id: string; title: string; category: string }> {
  const [prompt] = (await app.get('/api/prompts/search?tier=basic&limit=1')).json();
  return { id: prompt.id, title: prompt.title, category: prompt.category.slug };
}

test('a retired prompt is gone everywhere, says so, and comes back with all it had', async () => {
  const { id, title, category } = await basicPrompt();
  await reader.post(`/api/prompts/${id}/favorite`);
  const total = async () => (await reader.get(`/api/categories/${category}?limit=1`)).json().total;
  const before = await total();
  expect(
    (await moderator.put(`${LIBRARY}/prompts/${id}/retirement`, { isRetired: true, reason })).statusCode,
  ).toBe(404);
  for (const _again of [1, 2]) expect((await retire(id, true)).statusCode).toBe(200);
  // As the notification does, which nobody listens to here.
  app.cache.clear();
  const page = await app.get(`/prompt/${id}`);
  expect([page.statusCode, page.payload.includes('This prompt has been retired')]).toEqual([410, true]);
  expect((await reader.get(`/prompt/${id}`)).statusCode).toBe(410);
  expect((await reader.get(`/api/prompts/${id}`)).json()).toMatchObject({
    status: 410,
    message: 'This prompt has been retired.',
  });
  expect((await app.get(`/api/prompts/${id}/related`)).json().prompts).toHaveLength(4);
  expect(await found(title)).not.toContain(id);
  expect(await total()).toBe(before - 1);
  expect((await app.get('/sitemap.xml')).payload).not.toContain(id);
  expect((await reader.get('/api/favorites')).json()).toEqual([]);
  expect(await prompts('show=retired')).toMatchObject([{ id, title, isRetired: true }]);
  for (const _again of [1, 2]) expect((await retire(id, false)).statusCode).toBe(200);
  app.cache.clear();
  expect([await total(), await found(title)]).toEqual([before, expect.arrayContaining([id])]);
  expect((await reader.get('/api/favorites')).json()).toMatchObject([{ id }]);
  expect(await acts(id)).toEqual(['retire prompt', 'restore prompt']);
});

test('the list says how many match, and is sorted as a whole, page by page', async () => {
  const page = async (query: string) => (await moderator.get(`${LIBRARY}/prompts?${query}`)).json();
  const { total } = await page('limit=1');
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from prompt_stats where is_listed`.execute(app.database.db);
  expect(total).toBe(rows[0]?.count);
  expect((await page('tier=basic&limit=1')).total).toBeLessThan(total);
  const ids = (await page('limit=6')).prompts.map(({ id }: LibraryRow) => id);
  for (const [index, id] of ids.entries()) {
    await sql`update prompt_stats set copy_count = ${1000 + index}, upvotes = ${index}, rating = ${index % 3},
      downvotes = 0 where prompt_id = ${id}`.execute(app.database.db);
    if (index < 2) {
      const due = `2020-01-0${index + 1}`;
      await sql`update prompts set review_due = ${due} where id = ${id}`.execute(app.database.db);
    }
  }
  const walk = async (query: string) => {
    const first = await page(`${query}&limit=2`);
    const second = await page(`${query}&limit=2&cursor=${first.nextCursor}`);
    return [...first.prompts, ...second.prompts];
  };
  expect((await walk('sort=copies&order=desc')).map(({ copies }) => copies)).toEqual([
    1005, 1004, 1003, 1002,
  ]);
  const rated = await walk('sort=rating');
  expect(rated.every(({ rating }) => rating !== null)).toBe(true);
  expect((await walk('sort=review+due')).slice(0, 2).map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const descending = await walk('sort=review+due&order=desc');
  expect(descending.every(({ reviewDue }) => reviewDue !== null)).toBe(true);
  const titles = (await walk('sort=title&order=desc')).map(({ title }) => title);
  const folded = titles.map((title: string) => title.toLowerCase());
  expect(folded).toEqual(folded.toSorted().reverse());
});

test('a prompt is featured and no longer featured by staff, who need no fresh proof for it', async () => {
  const [row] = await prompts('show=featured&limit=1');
  const id = row?.id ?? '';
  for (const _again of [1, 2]) expect((await feature(id, false)).statusCode).toBe(200);
  expect(await prompts(`q=${id}`)).toMatchObject([{ isFeatured: false }]);
  expect((await reader.get(`/api/prompts/${id}/card`)).json().featured).toBe(false);
  await feature(id, true);
  expect((await reader.get(`/api/prompts/${id}/card`)).json().featured).toBe(true);
  expect(await acts(id)).toEqual(['unfeature prompt', 'feature prompt']);
  expect((await feature('aaaaaaaaaaaa', true)).statusCode).toBe(404);
  await app.database.pool.query(
    "update sessions set proven_at = now() - interval '20 minutes' where user_id = $1",
    [admin.id],
  );
  expect((await feature(id, true)).statusCode).toBe(200);
  expect((await retire(id, true)).json()).toMatchObject({ status: 403, code: 'sign_in_again' });
  await app.database.pool.query('update sessions set proven_at = now() where user_id = $1', [admin.id]);
});

const CSV = 'act,prompt\nKeep quokkas happy,"Plan a day for ${Quokkas:three quokkas}."\n';
const file = { format: 'csv', text: CSV, category: 'fitness', topic: 'gym-strength', tier: 'basic' };

test('a file is previewed, then imported, and its prompts are found at once', async () => {
  const send = (path: string, more: object = {}) => admin.post(`${LIBRARY}/${path}`, { file, ...more });
  const expected = { read: 1, added: 1, failed: 0, changes: [{ title: 'Keep quokkas happy', isNew: true }] };
  expect((await send('import-preview')).json()).toMatchObject(expected);
  expect(await found('quokkas')).toEqual([]);
  expect((await send('import', { reason })).json()).toMatchObject(expected);
  const [id = ''] = await found('quokkas');
  expect(await prompts('show=imported')).toMatchObject([{ id, isImported: true }]);
  expect((await send('import-preview')).json()).toMatchObject({ added: 0, unchanged: 1, changes: [] });
  await retire(id, true);
  const skips = [{ line: 2, message: expect.stringContaining('was retired by staff') }];
  expect((await send('import', { reason })).json()).toMatchObject({ added: 0, changed: 0, skips });
  const { rows } = await sql`select reason, "after" from audit_log where act = 'import prompts'`.execute(
    app.database.db,
  );
  expect(rows).toEqual([{ reason, after: { added: 1, changed: 0, skipped: 0 } }]);
});

test('the next start with other content undoes nothing of what staff did', async () => {
  const { id: retired } = await basicPrompt();
  const [row] = await prompts('show=featured&limit=1');
  const unfeatured = row?.id ?? '';
  const imported = { ...file, text: CSV.replaceAll('uokka', 'uoll') };
  await retire(retired, true);
  await feature(unfeatured, false);
  await admin.post(`${LIBRARY}/import`, { file: imported, reason });
  const [id = ''] = await found('quolls');
  // Their files say otherwise.
  await app.database.pool.query("update prompts set source_hash = '' where id = any($1)", [
    [retired, unfeatured],
  ]);
  expect(await loadAgain()).toMatchObject({ added: 0, changed: 2, retired: 0 });
  expect((await reader.get(`/api/prompts/${retired}/card`)).statusCode).toBe(410);
  expect(await prompts(`q=${unfeatured}`)).toMatchObject([{ isFeatured: false }]);
  expect([id, await found('quolls')]).toEqual([expect.stringMatching(/./), [id]]);
  await retire(retired, false);
  await feature(unfeatured, true);
});

test('what cannot be imported is refused with the reason, and nothing of it is written', async () => {
  const preview = async (given: object) =>
    admin.post(`${LIBRARY}/import-preview`, { file: { ...file, ...given } });
  expect((await preview({ text: 'act,prompt\nOne,\nTwo,Text' })).json()).toMatchObject({
    failed: 1,
    problems: [{ line: 2, message: expect.any(String) }],
  });
  for (const [given, message] of [
    [{ topic: 'no-such' }, 'There is no topic "no-such" in fitness.'],
    [{ category: 'no-such' }, 'There is no category "no-such".'],
  ] as const) {
    const response = await preview(given);
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringContaining(message)]);
  }
  const json = await admin.post(`${LIBRARY}/import-preview`, { file: { format: 'json', text: '{' } });
  expect([json.statusCode, json.json().message]).toEqual([400, expect.stringContaining('not valid JSON')]);
});

test('a rating that falls and a review that is due are listed, the most urgent first', async () => {
  const [first, second] = await prompts('limit=2');
  const voters = await Promise.all([1, 2, 3, 4].map(() => createMember(app)));
  const vote = (index: number, id: string | undefined, kind: string, days: number) =>
    sql`insert into votes (user_id, prompt_id, kind, created_at)
      values (${voters[index]?.id}, ${id}, ${kind}, now() - make_interval(days => ${days}))`.execute(
      app.database.db,
    );
  await vote(0, first?.id, 'up', 60);
  await vote(1, first?.id, 'down', 3);
  await vote(0, second?.id, 'up', 60);
  await vote(1, second?.id, 'up', 3);
  await vote(2, second?.id, 'down', 3);
  await vote(3, second?.id, 'up', 40);
  expect(await prompts('show=falling+rating')).toMatchObject([
    { id: first?.id, recentVotes: { up: 0, down: 1 }, earlierVotes: { up: 1, down: 0 } },
    { id: second?.id, recentVotes: { up: 1, down: 1 }, earlierVotes: { up: 2, down: 0 } },
  ]);
  await app.database.pool.query('update prompts set review_due = now() + $2 where id = $1', [
    second?.id,
    '9 days',
  ]);
  await app.database.pool.query('update prompts set review_due = now() - $2::interval where id = $1', [
    first?.id,
    '9 days',
  ]);
  const due = await prompts('show=review+due');
  expect(due.slice(0, 2).map(({ id }) => id)).toEqual([first?.id, second?.id]);
});

test('pages go through the whole library without a gap', async () => {
  const ids = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const url = `${LIBRARY}/prompts?tier=basic&limit=100${cursor && `&cursor=${cursor}`}`;
    const page: { prompts: LibraryRow[]; nextCursor: string | null } = (await moderator.get(url)).json();
    for (const { id } of page.prompts) ids.add(id);
    cursor = page.nextCursor;
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from prompts p join prompt_stats s on s.prompt_id = p.id
    where p.tier = 'basic' and (s.is_listed or p.retired_at is not null)`.execute(app.database.db);
  expect(ids.size).toBe(rows[0]?.n);
});

test('requests of searchers are closed and opened again, without their words in the log', async () => {
  await reader.post('/api/prompt-requests', { text: 'Beekeeping' });
  const list = async (state: string) =>
    (await moderator.get(`${LIBRARY}/requests?state=${state}`)).json().requests;
  expect(await list('open')).toMatchObject([{ text: 'beekeeping', requests: 1 }]);
  const mark = (isDone: boolean) => moderator.put(`${LIBRARY}/requests`, { text: 'beekeeping', isDone });
  for (const _again of [1, 2]) expect((await mark(true)).statusCode).toBe(200);
  expect([await list('open'), await list('done')]).toMatchObject([[], [{ text: 'beekeeping' }]]);
  await mark(false);
  expect(await list('open')).toHaveLength(1);
  const { rows } = await sql<{ act: string }>`
    select act, row_to_json(l)::text as line from audit_log l where subject_kind = 'request' order by id`.execute(
    app.database.db,
  );
  expect(rows.map(({ act }) => act)).toEqual(['close request', 'reopen request']);
  expect(JSON.stringify(rows)).not.toContain('beekeeping');
});
