import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countSearch, type SearchCounts, type SearchResult } from '#contract/search.ts';
import { TIERS } from '#contract/tiers.ts';
import { type Seed, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { indexPrompts } from './search.index.queries.ts';

const TOPICS = ['garden/soil', 'garden/trees', 'home/music', 'home/soil'];

const SEEDS: Seed[] = Array.from({ length: 48 }, (_, index) => ({
  title: `Prompt ${index}`,
  topic: TOPICS[index % 4] ?? '',
  tier: TIERS[(index >> 2) % 4] ?? 'basic',
  summary: [index % 2 && 'marmalade', index % 3 && 'violin'].filter(Boolean).join(' and ') || 'Nothing.',
  description: 'When it helps.',
  content: index % 5 === 0 ? 'The trombone.' : 'The rest.',
}));

/** More than are looked at one by one anywhere. */
const MANY: Seed[] = Array.from({ length: 1100 }, (_, index) => ({
  title: `Number ${index}`,
  topic: 'attic/boxes',
  summary: index < 1000 ? 'gazebo pergola' : 'gazebo',
  description: 'When it helps.',
}));

let app: TestApp;
let member: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [...SEEDS, ...MANY]);
  member = await createMember(app, { tier: 'advanced' });
  await sql`insert into favorites (user_id, prompt_id)
    select ${member.id}, id from prompts where title like 'Prompt %1%' or title like 'Prompt %2%'`.execute(
    app.database.db,
  );
});
afterAll(() => app.close());

type Get = (url: string) => Promise<LightMyRequestResponse>;
const asVisitor: Get = (url) => app.get(url);
const asMember: Get = (url) => member.get(url);

async function countsOf(get: Get, query: string): Promise<SearchCounts> {
  const response = await get(`/api/prompts/search/counts?${query}`);
  expect([query, response.statusCode]).toEqual([query, 200]);
  return countSearch.response.parse(response.json());
}

async function searchOf(get: Get, query: string) {
  const { statusCode, headers, json } = await get(`/api/prompts/search?limit=1&${query}`);
  expect([query, statusCode]).toEqual([query, 200]);
  const [first] = json() as SearchResult[];
  return {
    total: Number(headers['x-total-count']),
    // By other sorts than relevance either all results are partial or none is.
    isPartial: first?.isPartial ?? false,
  };
}

describe.each([
  ['a visitor', asVisitor, ['', '&exact=true']],
  ['a member', asMember, ['', '&favoritesOnly=true']],
] as const)('the counts of %s', (_who, get, variants) => {
  // Without a text; full matches; content that some may read; partial matches alone; corrected; nothing.
  test.each([
    '',
    'marmalade',
    'marmalade violin',
    'trombone',
    'violin -marmalade',
    'marmalade giraffe',
    'marmelade',
    'zzzz',
  ])('of "%s" are what the search under each filter finds', async (q) => {
    for (const variant of variants) {
      const query = `q=${encodeURIComponent(q)}${variant}`;
      const { counts } = await countsOf(get, query);
      const isFull = !(await searchOf(get, query)).isPartial;
      const cell = (where: Partial<SearchCounts['counts'][number]>) =>
        counts
          .filter((result) =>
            Object.entries(where).every(([key, value]) => Reflect.get(result, key) === value),
          )
          .reduce((sum, { count }) => sum + count, 0);
      const check = async (filter: string, count: number) => {
        const found = await searchOf(get, `${query}${filter}`);
        // A filter under which nothing has all of the words shows close matches instead.
        const total = isFull && found.isPartial ? 0 : found.total;
        expect([query, filter, total]).toEqual([query, filter, count]);
      };
      const filters: [string, number][] = TIERS.map((tier) => [`&tier=${tier}`, cell({ tier })]);
      for (const category of ['garden', 'home']) {
        filters.push([`&category=${category}`, cell({ category })]);
      }
      for (const [category, topic] of [
        ['garden', 'soil'],
        ['home', 'music'],
      ] as const) {
        const filter = `&category=${category}&topic=${topic}`;
        filters.push([filter, cell({ category, topic })]);
        filters.push([`${filter}&tier=pro`, cell({ category, topic, tier: 'pro' })]);
      }
      await Promise.all(filters.map(([filter, count]) => check(filter, count)));
      await check('', cell({}));
    }
  });
});

test('favorites count for members, among whatever visitors ask', async () => {
  const all = await countsOf(asVisitor, 'q=violin');
  expect(await countsOf(asVisitor, 'q=violin&favoritesOnly=true')).toEqual(all);
  const sum = ({ counts }: SearchCounts) => counts.reduce((total, { count }) => total + count, 0);
  const favorites = await countsOf(asMember, 'q=violin&favoritesOnly=true');
  expect(sum(favorites)).toBeLessThan(sum(all));
  expect(sum(favorites)).toBeGreaterThan(0);
});

test('any number of matches is counted to the last one', async () => {
  for (const sortBy of ['relevance', 'title']) {
    expect(await searchOf(asVisitor, `q=gazebo&sortBy=${sortBy}`)).toMatchObject({
      total: 1100,
      isPartial: false,
    });
    expect(await searchOf(asVisitor, `q=pergola&sortBy=${sortBy}`)).toMatchObject({ total: 1000 });
    const partial = await searchOf(asVisitor, `q=gazebo+xyzzy&exact=true&sortBy=${sortBy}`);
    expect(partial).toEqual({ total: 1100, isPartial: true });
  }
  expect((await countsOf(asVisitor, 'q=gazebo')).counts).toEqual([
    { category: 'attic', topic: 'boxes', tier: 'basic', count: 1100 },
  ]);
  expect(await searchOf(asVisitor, 'q=gazebo&tier=pro')).toMatchObject({ total: 0 });
  expect(await searchOf(asVisitor, 'q=')).toMatchObject({ total: SEEDS.length + MANY.length });
});

test('for nothing found there are three topics whose names are near', async () => {
  const { counts, nearestTopics } = await countsOf(asVisitor, 'q=musik%20zzzz&exact=true');
  expect(counts).toEqual([]);
  expect(nearestTopics).toHaveLength(3);
  expect(nearestTopics[0]).toEqual({ category: 'home', slug: 'music', name: 'Music' });
  expect((await countsOf(asVisitor, 'q=violin')).nearestTopics).toEqual([]);
});

test('a page beyond the last match still has the total', async () => {
  const read = async (limit: number) => await asVisitor(`/api/prompts/search?q=marmalade&limit=${limit}`);
  const all: SearchResult[] = (await read(100)).json();
  const [, next = ''] = /^<([^>]+)>/.exec(String((await read(20)).headers['link'])) ?? [];
  const rest = all.slice(20).map(({ id }) => id);
  expect(rest).not.toEqual([]);
  await sql`update prompt_stats set is_listed = false where prompt_id = any(${rest}::text[])`.execute(
    app.database.db,
  );
  await indexPrompts(app.database.db, rest);
  const behind = await asVisitor(next);
  expect([behind.json(), behind.headers['x-total-count']]).toEqual([[], '20']);
});
