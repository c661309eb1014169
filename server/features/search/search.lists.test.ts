import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: TestMember;

const COUNT = 60;
const TITLES = Array.from({ length: COUNT }, (_, index) => `Prompt ${String(index).padStart(2, '0')}`);

const SEEDS: Seed[] = TITLES.map((title, index) => ({
  title,
  topic: index % 3 === 0 ? 'health/sleep' : 'fitness/strength',
  tier: index % 10 === 9 ? 'pro' : 'basic',
  copies: (index * 7) % 11,
  rating: (((index * 7) % 50) / 10).toFixed(2),
  summary: index % 4 === 0 ? 'A plan with pineapples.' : 'A plan.',
  content: index % 10 === 9 ? 'The secret pineapples.' : 'Nothing else.',
  createdAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
}));

const LISTS = ['/api/favorites', '/api/user/recents', '/api/prompts/top-rated'] as const;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, SEEDS);
  ada = await createMember(app);
  // Every prompt is a favorite and a recent one, the last title the latest.
  for (const [table, time] of [
    ['favorites', 'created_at'],
    ['recents', 'used_at'],
  ] as const) {
    await sql`insert into ${sql.table(table)} (user_id, prompt_id, ${sql.ref(time)})
      select ${ada.id}, id, timestamptz '2026-03-01' + n * interval '1 minute'
      from unnest(${TITLES.map(seedId)}::text[]) with ordinality as t (id, n)`.execute(app.database.db);
  }
});

afterAll(() => app.close());

interface Listed {
  titles: string[];
  total: number;
  next: string | null;
}

async function read(url: string): Promise<Listed> {
  const response = await ada.get(url);
  expect(response.statusCode, response.payload).toBe(200);
  const body = response.json();
  const titlesOf = (cards: { title: string }[]) => cards.map(({ title }) => title);
  if (!Array.isArray(body))
    return { titles: titlesOf(body.prompts), total: body.total, next: body.nextCursor };
  const link = /[?&]cursor=([^&>]+)/.exec(String(response.headers['link'] ?? ''))?.[1] ?? null;
  return { titles: titlesOf(body), total: Number(response.headers['x-total-count']), next: link };
}

async function readAll(list: string, query = 'sort=title&limit=100'): Promise<Listed> {
  let page = await read(`${list}?${query}`);
  const titles = [...page.titles];
  while (page.next) {
    page = await read(`${list}?${query}&cursor=${page.next}`);
    titles.push(...page.titles);
  }
  return { ...page, titles };
}

const isRated = (seed: Seed) => Number(seed.rating) >= 2.5;
const of = (list: string, isWanted: (seed: Seed) => boolean = () => true) =>
  SEEDS.filter((seed) => isWanted(seed) && (list !== '/api/prompts/top-rated' || isRated(seed))).map(
    ({ title }) => title,
  );

describe.each(LISTS)('%s', (list) => {
  test('comes in pages of 24 with the number of all', async () => {
    const all = of(list);
    const first = await read(list);
    expect([first.titles.length, first.total]).toEqual([LIMITS.promptListPage, all.length]);
    const { titles } = await readAll(list, 'limit=7');
    expect([...titles].sort()).toEqual(all);
    expect(titles.slice(0, 24)).toEqual(first.titles);
  });

  test('is sorted as asked, and by its own order otherwise', async () => {
    const all = of(list);
    const byKey = (key: (seed: Seed) => number) =>
      SEEDS.filter(({ title }) => all.includes(title))
        .sort((a, b) => key(b) - key(a) || a.title.localeCompare(b.title))
        .map(({ title }) => title);
    expect((await readAll(list, 'sort=title&limit=9')).titles).toEqual(all);
    expect((await readAll(list, 'sort=newest&limit=9')).titles).toEqual([...all].reverse());
    expect((await readAll(list, 'sort=popular&limit=9')).titles).toEqual(byKey((seed) => seed.copies ?? 0));
    const rated = byKey((seed) => Number(seed.rating));
    expect((await readAll(list, 'sort=rating&limit=9')).titles).toEqual(rated);
    expect((await readAll(list, 'limit=9')).titles).toEqual(
      list === '/api/prompts/top-rated' ? rated : [...all].reverse(),
    );
  });

  test('is narrowed by category, tier and text, together and alone', async () => {
    const isHealth = ({ topic }: Seed) => topic === 'health/sleep';
    const isFruity = ({ summary }: Seed) => summary === 'A plan with pineapples.';
    const cases: [string, (seed: Seed) => boolean][] = [
      ['category=health', isHealth],
      ['tier=pro', ({ tier }) => tier === 'pro'],
      ['tier=all&category=all&q=', () => true],
      ['q=pineapple', isFruity],
      ['q=Pineapples+plan&category=health&tier=basic', (seed) => isFruity(seed) && isHealth(seed)],
      ['q=pineapple+nonsense', () => false],
      ['category=fitness&tier=engineer', () => false],
    ];
    for (const [query, isWanted] of cases) {
      const found = await readAll(list, `${query}&sort=title&limit=5`);
      expect([query, found.titles, found.total]).toEqual([
        query,
        of(list, (seed) => isWanted(seed) && (!query.includes('tier=basic') || seed.tier === 'basic')),
        of(list, (seed) => isWanted(seed) && (!query.includes('tier=basic') || seed.tier === 'basic')).length,
      ]);
    }
  });

  test('finds nothing by a text above the tier', async () => {
    expect((await read(`${list}?q=secret`)).total).toBe(0);
  });

  test('refuses what it does not know, and the cursor of other filters', async () => {
    for (const query of [
      'sort=nonsense',
      'category=nonsense',
      'tier=gold',
      'limit=0',
      'limit=101',
      'q=%00',
    ]) {
      const response = await ada.get(`${list}?${query}`);
      expect([query, response.statusCode]).toEqual([query, 400]);
      expect(response.json().message).toContain(query.split('=')[0]);
    }
    const { next } = await read(`${list}?limit=5&category=fitness`);
    for (const query of [
      '',
      '&category=fitness&sort=title',
      '&category=fitness&q=plan',
      '&category=health',
    ]) {
      expect((await ada.get(`${list}?cursor=${next}${query}`)).statusCode).toBe(400);
    }
  });
});

test('a member’s lists are their own', async () => {
  const grace = await createMember(app);
  expect((await grace.get('/api/favorites?q=plan')).json()).toEqual([]);
  expect((await grace.get('/api/user/recents?q=plan')).json()).toMatchObject({ prompts: [], total: 0 });
});

test('a member’s lists say where the words of a text stand', async () => {
  const [card] = (await ada.get('/api/favorites?q=pineapple&sort=title')).json();
  expect(card).toMatchObject({
    title: 'Prompt 00',
    match: { titleMarks: [], summaryMarks: [[12, 22]], otherMatch: null },
  });
  const { prompts } = (await ada.get('/api/user/recents?q=nothing+else&sort=title')).json();
  expect(prompts[0].match.otherMatch).toEqual({
    field: 'content',
    text: 'Nothing else.',
    marks: [
      [0, 7],
      [8, 12],
    ],
  });
  expect((await ada.get('/api/favorites')).json()[0]).not.toHaveProperty('match');
});

test('a member above finds by the text, and recents say when', async () => {
  const pro = await createMember(app, { tier: 'pro' });
  const title = 'Prompt 09';
  await pro.put(`/api/user/recents/${seedId(title)}`);
  const { prompts } = (await pro.get('/api/user/recents?q=secret')).json();
  expect(prompts).toMatchObject([{ title, isLocked: false }]);
  expect(Date.parse(prompts[0].lastUsedAt)).toBeGreaterThan(Date.UTC(2026, 0, 1));
});
