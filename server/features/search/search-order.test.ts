import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SearchResult } from '#contract/search.ts';
import { type LibrarySort, RELEVANCE, SEARCH_SORTS, type SearchSort } from '#contract/sorts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { generatePrompts } from '../../../bench/generate.ts';
import { shelvesReader } from '../catalog/catalog.access.ts';
import { type CategoryCall, FEW, findHits, type Way } from './search.queries.ts';
import { parseSearchText } from './search-text.ts';

let database: TestDatabase;
let app: FeatureApp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db);
  await generatePrompts(database.pool, 900);
  // Few different counts: every page ends inside a tie.
  await sql`update prompt_stats set copy_count = copy_count % 3, upvotes = upvotes % 2`.execute(database.db);
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

/** The whole answer by a plain scan and sort: slow, and without any of the search's own ways. */
async function expected(tsquery: string, sort: SearchSort): Promise<string[]> {
  if (sort === RELEVANCE) return await expectedBest(tsquery);
  const keys: Record<LibrarySort, string> = {
    popular: '-s.copy_count',
    newest: 's.newest_key',
    date: 's.newest_key',
    rating: '-s.rating',
    title: 's.title_key',
    upvotes: '-s.upvotes',
    favorites: '-s.favorite_count',
  };
  const document = sql`case when d.tier_rank <= 0 then d.full_document else d.public_document end`;
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p join prompt_stats s on s.prompt_id = p.id join prompt_search d on d.prompt_id = p.id
    join categories c on c.id = p.category_id
    where ${tsquery} = '' or (${document}) @@ ${tsquery}::tsquery
    order by c.name, ${sql.raw(keys[sort])}, (${tsquery} <> '' and d.title_document @@ ${tsquery}::tsquery) desc,
      s.featured desc, s.title_key, p.id`.execute(database.db);
  return rows.map(({ id }) => id);
}

/** By relevance: not grouped; few by how well the words fit what a visitor may read, many by their use. */
async function expectedBest(tsquery: string): Promise<string[]> {
  const document = sql`case when d.tier_rank <= 0 then d.full_document else d.public_document end`;
  const { rows } = await sql<{ id: string }>`
    with found as (
      select s.*, ${tsquery} <> '' and d.title_document @@ ${tsquery}::tsquery as is_title_hit,
        round(ts_rank(${document}, ${tsquery}::tsquery, 1)::numeric, 4) as fit
      from prompt_stats s join prompt_search d on d.prompt_id = s.prompt_id
      where ${tsquery} = '' or (${document}) @@ ${tsquery}::tsquery)
    select prompt_id as id from found
    order by is_title_hit desc,
      case when ${tsquery} <> '' and (select count(*) from found) <= ${FEW} then fit else copy_count end desc,
      featured desc, title_key, prompt_id`.execute(database.db);
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
    const answer = await app.get(next);
    expect([next, answer.statusCode]).toEqual([next, 200]);
    read.ids.push(...answer.json().map(({ id }: SearchResult) => id));
    read.totals.add(String(answer.headers['x-total-count']));
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
  }
  return read;
}

/** From nothing over rare and middling to nearly everything. */
const TEXTS: Record<string, string> = {
  '': '',
  the: "'the':*",
  steps: "'step' | 'steps':*",
  'budget plan': "'budget' & ('plan' | 'plan':*)",
  'budget -plan': "'budget' & !'plan'",
  '-steps': "!'step'",
  lobadak: "'lobadak':*",
};

describe('order and paging', () => {
  for (const [q, tsquery] of Object.entries(TEXTS)) {
    test(`"${q}": every sort, page by page, without gap or repeat`, async () => {
      for (const sort of SEARCH_SORTS) {
        const ids = await expected(tsquery, sort);
        const limit = Math.max(1, Math.min(200, Math.ceil(ids.length / 4)));
        const read = await readAll(
          `/api/prompts/search?q=${encodeURIComponent(q)}&sortBy=${sort}&limit=${limit}`,
        );
        expect([sort, read.ids.length, [...read.totals]]).toEqual([sort, ids.length, [String(ids.length)]]);
        expect(read.ids).toEqual(ids);
      }
    });
  }

  test.each(['popular', RELEVANCE])('a filtered search is paged the same way: %s', async (sort) => {
    const filters = `q=steps&category=health&topic=sleep-recovery&tier=basic&sortBy=${sort}`;
    const whole = await readAll(`/api/prompts/search?${filters}`);
    const paged = await readAll(`/api/prompts/search?${filters}&limit=2`);
    expect(whole.ids.length).toBeGreaterThan(2);
    expect(paged).toEqual(whole);
  });

  test('by relevance the first few are of several categories, hits in titles first', async () => {
    for (const q of ['the', 'budget plan']) {
      const answer = await app.get(`/api/prompts/search?q=${q}&sortBy=${RELEVANCE}&limit=8`);
      const categories = new Set(answer.json().map(({ category }: SearchResult) => category.slug));
      expect([q, categories.size > 1]).toEqual([q, true]);
    }
  });

  test('a cursor is good for its own search alone', async () => {
    const answer = await app.get('/api/prompts/search?q=steps&limit=5');
    const cursor = /cursor=([\w-]+)/.exec(String(answer.headers['link']))?.[1];
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

test('every way to read a category finds the same hits in the same order', async () => {
  const shelves = await shelvesReader(database.db, undefined)();
  const ways: Way[] = ['sort', 'look-up', 'test'];
  for (const q of ['the', 'budget', 'steps -plan', '"the budget"', '-the']) {
    for (const sort of ['popular', 'title'] as const) {
      const categoryId = shelves.categories[2]?.id ?? '';
      const narrowing = { rank: 1, granted: [], topicIds: undefined, tierRank: undefined };
      const call = { text: parseSearchText(q), categoryId, narrowing, sort, count: 40 };
      const read = (way: Way, after: CategoryCall['after']) =>
        findHits(database.db, { ...call, after, ways: { titles: way, others: way, all: way } });
      const first = await read('sort', undefined);
      const last = first.at(-1);
      const after = last && { ...last, categoryId };
      for (const way of ways) {
        expect([q, sort, way, await read(way, undefined)]).toEqual([q, sort, way, first]);
        expect([q, sort, way, await read(way, after)]).toEqual([q, sort, way, await read('sort', after)]);
      }
    }
  }
});
