import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { grantPrompt, type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

/**
 * What a grant opens is found by its text, by its buyer alone. The words here stand in no title, so every hit is one of
 * content; there are more of them than are sorted at once, so every plan is used.
 */

const TOPICS = ['fitness/strength', 'fitness/running', 'health/sleep', 'career/interviews'];

const SEEDS: (Seed & { title: string; tier: Tier; topic: string; content: string })[] = Array.from(
  { length: 900 },
  (_, index) => ({
    title: `Prompt ${String((index * 37) % 900).padStart(3, '0')}`,
    topic: TOPICS[index % 4] ?? '',
    tier: TIERS[(index >> 2) % 4] ?? 'basic',
    copies: index % 5,
    rating: ['0', '2.50', '4.99'][index % 3] ?? '0',
    content: `commonword ${index % 9 === 0 ? 'rareword' : 'otherword'} number${String(index).padStart(3, '0')}last`,
  }),
);

/** Engineer prompts of every topic, and one that the tier reaches anyway. */
const GRANTED = SEEDS.filter(({ tier }, index) => tier === 'engineer' && index % 5 < 2).slice(0, 40);

let app: TestApp;
let buyer: TestMember;
let plain: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, SEEDS);
  buyer = await createMember(app, { tier: 'advanced' });
  plain = await createMember(app, { tier: 'advanced' });
  for (const { title } of GRANTED) await grantPrompt(app.database.db, buyer.id, title);
  await grantPrompt(app.database.db, buyer.id, SEEDS.find(({ tier }) => tier === 'basic')?.title ?? '');
  for (const member of [buyer, plain]) {
    await sql`insert into favorites (user_id, prompt_id)
      select ${member.id}, id from prompts where title like '%7%' or title like '%1%'`.execute(
      app.database.db,
    );
  }
}, 60_000);
afterAll(() => app.close());

const isGranted = (seed: Seed) => GRANTED.some(({ title }) => title === seed.title);
const reads = (member: TestMember, seed: Seed & { tier: Tier }) =>
  tierRank(seed.tier) <= tierRank('advanced') || (member === buyer && isGranted(seed));

async function readAll(
  member: TestMember,
  query: string,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  let total = -1;
  let url: string | undefined = `/api/prompts/search?${query}&limit=${limit}`;
  while (url !== undefined) {
    const response = await member.get(url);
    expect([url, response.statusCode]).toEqual([url, 200]);
    for (const hit of response.json() as { id: string; isLocked: boolean; snippet: string }[]) {
      ids.push(hit.id);
      // A hit by content is one that may be read, and its snippet says so.
      expect([hit.isLocked, hit.snippet.includes('word')]).toEqual([false, true]);
    }
    total = Number(response.headers['x-total-count']);
    url = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
  }
  return { ids, total };
}

const FILTERS: [string, (seed: Seed & { tier: Tier; topic: string }) => boolean][] = [
  ['', () => true],
  ['&category=fitness', ({ topic }) => topic.startsWith('fitness/')],
  ['&category=health&topic=sleep', ({ topic }) => topic === 'health/sleep'],
  ['&tier=engineer', ({ tier }) => tier === 'engineer'],
  ['&tier=engineer&category=career', ({ tier, topic }) => tier === 'engineer' && topic.startsWith('career/')],
  ['&tier=pro', ({ tier }) => tier === 'pro'],
  ['&favoritesOnly=true', ({ title }) => /[71]/.test(title.slice(7))],
];

describe.each(['commonword', 'rareword', 'commonword -otherword', '"commonword rareword"'])('%s', (q) => {
  const word = q.includes('rareword') || q.includes('-') ? 'rareword' : 'commonword';

  test.each(FILTERS)('with%s, every viewer finds exactly what they may read', async (filter, isIn) => {
    const check = async (member: TestMember) => {
      const expected = SEEDS.filter(
        (seed) => seed.content.includes(word) && isIn(seed) && reads(member, seed),
      ).map(({ title }) => seedId(title));
      const { ids, total } = await readAll(member, `q=${encodeURIComponent(q)}${filter}`, 100);
      expect([filter, total, ids.length]).toEqual([filter, expected.length, expected.length]);
      expect([...ids].sort()).toEqual(expected.sort());
    };
    await Promise.all([buyer, plain].map(check));
  });

  test.each(SEARCH_SORTS)('%s: pages neither repeat nor leave out', async (sort) => {
    const [whole, paged] = await Promise.all(
      [100, 37].map((limit) => readAll(buyer, `q=${encodeURIComponent(q)}&sortBy=${sort}`, limit)),
    );
    expect(paged).toEqual(whole);
  });
});

test('a granted text alone is found by its buyer, half-typed and excluded too, and by no other member', async () => {
  const [seed] = GRANTED;
  const word = seed?.content.split(' ').at(-1) ?? '';
  const totals = async (member: TestMember, q: string) =>
    (await member.get(`/api/prompts/search?q=${encodeURIComponent(q)}`)).headers['x-total-count'];
  for (const q of [word, word.slice(0, -1), `"${word}"`, `otherword ${word}`]) {
    expect([q, await totals(buyer, q), await totals(plain, q)]).toEqual([
      q,
      q.startsWith('otherword') && !seed?.content.includes('otherword') ? '0' : '1',
      '0',
    ]);
  }
  // What cannot be read is not searched: excluding a word of it leaves it in.
  const all = SEEDS.length;
  expect(await totals(plain, `prompt -${word}`)).toBe(String(all));
  expect(await totals(buyer, `prompt -${word}`)).toBe(String(all - 1));
});

test('a grant that is taken back takes its hits along, with the next request', async () => {
  const member = await createMember(app);
  const title = GRANTED[0]?.title ?? '';
  const word = GRANTED[0]?.content.split(' ').at(-1) ?? '';
  const found = async () => (await member.get(`/api/prompts/search?q=${word}`)).json().length;
  expect(await found()).toBe(0);
  await grantPrompt(app.database.db, member.id, title);
  expect(await found()).toBe(1);
  await sql`delete from prompt_grants where user_id = ${member.id}`.execute(app.database.db);
  expect(await found()).toBe(0);
});
