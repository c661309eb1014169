import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SearchResult } from '#contract/search.ts';
import { type LibrarySort, RELEVANCE, SEARCH_SORTS, type SearchSort } from '#contract/sorts.ts';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { generatePrompts } from '../../../bench/generate-prompts.ts';

let database: TestDatabase;
let app: FeatureApp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db, { version: 1 });
  await generatePrompts(database.pool, 400);
  // Few different counts: every page ends inside a tie.
  await sql`update prompt_stats set copy_count = copy_count % 3, upvotes = upvotes % 2`.execute(database.db);
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

/** The whole response by a plain scan and sort: slow, and without any of the search's own plans. */
async function expected(tsquery: string, sort: LibrarySort): Promise<string[]> {
  const keys: Record<LibrarySort, string> = {
    popular: '-s.copy_count',
    newest: 's.newest_key',
    date: 's.newest_key',
    rating: '-s.rating',
    title: 's.title_key',
    upvotes: '-s.upvotes',
    favorites: '-s.favorite_count',
  };
  const document = sql`to_tsvector('english', concat_ws(' ', p.title, array_to_string(p.keywords, ' '), t.name, c.name, p.summary,
    p.description, case when s.tier_rank <= 0 then p.content end))
    || to_tsvector('simple', concat_ws(' ', p.title, array_to_string(p.keywords, ' '), p.summary, p.description))`;
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p join prompt_stats s on s.prompt_id = p.id join topics t on t.id = p.topic_id
    join categories c on c.id = p.category_id
    where ${tsquery} = '' or (${document}) @@ ${tsquery}::tsquery
    order by c.name, ${sql.raw(keys[sort])}, s.featured desc, s.title_key, p.id`.execute(database.db);
  return rows.map(({ id }) => id);
}

interface Read {
  ids: string[];
  totals: Set<string>;
}

/** Follows `Link: rel="next"` to the end. */
async function readAll(url: string): Promise<Read> {
  const read: Read = { ids: [], totals: new Set() };
  for (let next: string | undefined = url; next !== undefined; ) {
    const response = await app.get(next);
    expect([next, response.statusCode]).toEqual([next, 200]);
    read.ids.push(...response.json().map(({ id }: SearchResult) => id));
    read.totals.add(String(response.headers['x-total-count']));
    next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
  }
  return read;
}

/** From nothing over rare and middling to nearly everything, as they are: without synonyms and half-typed words. */
const TEXTS: Readonly<Record<string, string>> = {
  '': '',
  the: "'the'",
  steps: "'step'",
  'budget plan': "'budget' & 'plan'",
  'budget -plan': "'budget' & !'plan'",
  '-steps': "!'step'",
  lobadak: "'lobadak'",
};

describe('order and paging', () => {
  for (const [q, tsquery] of Object.entries(TEXTS)) {
    test(`"${q}": every sort, page by page, without gap or repeat`, async () => {
      const read = (sort: SearchSort, limit: number) =>
        readAll(`/api/prompts/search?q=${encodeURIComponent(q)}&exact=true&sortBy=${sort}&limit=${limit}`);
      const checkSort = async (sort: LibrarySort) => {
        const ids = await expected(tsquery, sort);
        const limit = Math.max(1, Math.min(100, Math.ceil(ids.length / 3)));
        const { ids: found, totals } = await read(sort, limit);
        expect([sort, found.length, [...totals]]).toEqual([sort, ids.length, [String(ids.length)]]);
        expect(found).toEqual(ids);
      };
      const [whole, paged] = await Promise.all([read(RELEVANCE, 100), read(RELEVANCE, 61)]);
      expect(paged).toEqual(whole);
      expect([...whole.ids].sort()).toEqual((await expected(tsquery, 'title')).sort());
      const sorts = SEARCH_SORTS.filter((sort) => sort !== RELEVANCE);
      await Promise.all(sorts.map(checkSort));
    });
  }

  test.each(['popular', RELEVANCE])('a filtered search is paged the same way: %s', async (sort) => {
    const filters = `q=steps&category=health&topic=sleep-recovery&tier=basic&sortBy=${sort}`;
    const whole = await readAll(`/api/prompts/search?${filters}`);
    const paged = await readAll(`/api/prompts/search?${filters}&limit=2`);
    expect(whole.ids.length).toBeGreaterThan(2);
    expect(paged).toEqual(whole);
  });

  test('a cursor is valid for its own search alone', async () => {
    const response = await app.get('/api/prompts/search?q=steps&limit=5');
    const cursor = /cursor=([\w-]+)/.exec(String(response.headers['link']))?.[1];
    expect((await app.get(`/api/prompts/search?q=steps&cursor=${cursor}`)).statusCode).toBe(200);
    for (const query of [
      'q=budget',
      'q=steps&sortBy=title',
      'q=steps&tier=basic',
      'q=steps&category=health',
      '',
    ]) {
      const other = await app.get(`/api/prompts/search?${query}&cursor=${cursor}`);
      expect([query, other.statusCode, other.json().message]).toEqual([
        query,
        400,
        'cursor: does not belong to this list',
      ]);
    }
    expect((await app.get(`/api/prompts/search?q=steps&cursor=${cursor}`, 'pro')).statusCode).toBe(400);
  });
});
