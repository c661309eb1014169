import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TIERS, type Tier } from '#contract/tiers.ts';
import { databaseProblem } from '#server/core/http/errors/problems.ts';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { requireListedPrompt } from '../prompts/prompts.public.ts';
import { addFavorite } from './favorites.queries.ts';

let app: TestApp;
let ada: TestMember;
let grace: TestMember;

const TITLES = Array.from({ length: 30 }, (_, index) => `Prompt ${String(index).padStart(2, '0')}`);
const SEEDS: Seed[] = [
  ...TITLES.map((title, index) => ({
    title,
    topic: `fitness/${['strength', 'running'][index % 2]}`,
    copies: (index * 7) % 5,
    content: index % 3 === 0 ? 'Talk about pineapples.' : 'Talk about nothing.',
    description: index % 5 === 0 ? 'A pineapple, described.' : 'When it helps.',
  })),
  { title: 'A locked prompt', tier: 'engineer', content: 'pineapple secret', topic: 'health/sleep' },
  { title: 'A retired prompt', isListed: false },
];

const favorite = (title: string) => `/api/prompts/${seedId(title)}/favorite`;
const titlesOf = (cards: { title: string }[]) => cards.map(({ title }) => title);

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, SEEDS);
  ada = await createMember(app);
  grace = await createMember(app);
});

afterAll(() => app.close());

async function countsOf(title: string): Promise<{ counter: number; rows: number }> {
  const { db } = app.database;
  const id = seedId(title);
  const stats = await db
    .selectFrom('prompt_stats')
    .select('favorite_count')
    .where('prompt_id', '=', id)
    .execute();
  const rows = await db.selectFrom('favorites').select('user_id').where('prompt_id', '=', id).execute();
  return { counter: stats[0]?.favorite_count ?? -1, rows: rows.length };
}

describe('keeping a prompt', () => {
  test('returns the new state, and may be repeated', async () => {
    const kept = { isFavorited: true, favoriteCount: 1 };
    expect((await ada.post(favorite('Prompt 00'))).json()).toEqual(kept);
    expect((await ada.post(favorite('Prompt 00'))).json()).toEqual(kept);
    expect((await grace.post(favorite('Prompt 00'))).json()).toEqual({ isFavorited: true, favoriteCount: 2 });
    expect((await ada.del(favorite('Prompt 00'))).json()).toEqual({ isFavorited: false, favoriteCount: 1 });
    expect((await ada.del(favorite('Prompt 00'))).json()).toEqual({ isFavorited: false, favoriteCount: 1 });
    expect((await grace.del(favorite('Prompt 00'))).json()).toEqual({ isFavorited: false, favoriteCount: 0 });
    expect(await countsOf('Prompt 00')).toEqual({ counter: 0, rows: 0 });
  });

  test('a double click, and twenty of them, is one row, and every response says so', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => ada.post(favorite('Prompt 01'))));
    for (const response of responses)
      expect(response.json()).toEqual({ isFavorited: true, favoriteCount: 1 });
    expect(await countsOf('Prompt 01')).toEqual({ counter: 1, rows: 1 });
    await ada.del(favorite('Prompt 01'));
  });

  test('is allowed for a locked prompt, whose text stays where it is', async () => {
    const response = await ada.post(favorite('A locked prompt'));
    expect([response.statusCode, response.json()]).toEqual([200, { isFavorited: true, favoriteCount: 1 }]);
    const list = await ada.get('/api/favorites');
    expect(list.json()).toMatchObject([{ title: 'A locked prompt', isLocked: true }]);
    expect(list.payload).not.toContain('pineapple secret');
    await ada.del(favorite('A locked prompt'));
  });

  test('visitors are asked to sign in, and nothing changes', async () => {
    for (const method of ['POST', 'DELETE'] as const) {
      const response = await app.server.inject({
        method,
        url: favorite('Prompt 02'),
        headers: { 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl },
      });
      expect([response.statusCode, response.json().message]).toEqual([401, 'Unauthorized']);
    }
    expect(await countsOf('Prompt 02')).toEqual({ counter: 0, rows: 0 });
  });

  test('unknown, retired and invalid ids are refused', async () => {
    for (const id of [seedId('A retired prompt'), 'aaaaaaaaaaaa']) {
      for (const response of [
        await ada.post(`/api/prompts/${id}/favorite`),
        await ada.del(`/api/prompts/${id}/favorite`),
        await ada.get(`/api/prompts/${id}/interactions`),
      ]) {
        expect([response.statusCode, response.json().message]).toEqual([404, 'Prompt not found']);
      }
    }
    for (const id of ['0', '-1', '2147483648', '1e3', '0x10', '%201', '1;', '%00', crypto.randomUUID()]) {
      expect([400, 404]).toContain((await ada.post(`/api/prompts/${id}/favorite`)).statusCode);
    }
  });

  test('an account deleted during its own request keeps nothing', async () => {
    const { db } = app.database;
    const prompt = await requireListedPrompt(db, seedId('Prompt 04'));
    const failure: unknown = await addFavorite(db, 'nobody', prompt).catch((error: unknown) => error);
    expect(databaseProblem(failure)?.status).toBe(409);
    expect(await countsOf('Prompt 04')).toEqual({ counter: 0, rows: 0 });
  });

  test('a body with owners and counts is refused', async () => {
    const body = { userId: grace.id, id: 'x', favoriteCount: 99, tier: 'engineer', createdAt: '1970-01-01' };
    expect((await ada.post(favorite('Prompt 03'), body)).statusCode).toBe(400);
    for (const member of [ada, grace]) expect((await member.get('/api/favorites')).json()).toEqual([]);
    expect((await ada.post(favorite('Prompt 03'))).json()).toEqual({ isFavorited: true, favoriteCount: 1 });
    expect((await ada.del(favorite('Prompt 03'))).json().favoriteCount).toBe(0);
  });
});

describe('what is kept', () => {
  const kept = TITLES.slice(0, 12);

  beforeAll(async () => {
    for (const title of kept) await ada.post(favorite(title));
    await grace.post(favorite('Prompt 29'));
  });

  test('lists last added first, without retired ones', async () => {
    await app.database.db
      .insertInto('favorites')
      .values({ user_id: ada.id, prompt_id: seedId('A retired prompt') })
      .execute();
    const response = await ada.get('/api/favorites');
    expect(titlesOf(response.json())).toEqual([...kept].reverse());
    expect(response.headers['x-total-count']).toBe('12');
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  test('pages by a cursor that is valid for nothing else', async () => {
    const titles: string[] = [];
    let url: string | undefined = '/api/favorites?limit=5';
    while (url !== undefined) {
      const response = await ada.get(url);
      titles.push(...titlesOf(response.json()));
      url = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
    }
    expect(titles).toEqual([...kept].reverse());
    for (const cursor of ['abc', Buffer.from('{"addedAt":"x","id":"y"}').toString('base64url')]) {
      const response = await ada.get(`/api/favorites?cursor=${cursor}`);
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        'cursor: does not belong to this list',
      ]);
    }
  });

  test('is always one’s own, whatever the address says', async () => {
    for (const url of ['/api/favorites', '/api/user/interactions', '/api/user/recents']) {
      const asked = await grace.get(`${url}?userId=${ada.id}&memberId=${ada.id}`);
      expect(asked.payload).not.toContain(seedId('Prompt 05'));
    }
    expect((await grace.get(`/api/prompts/${seedId('Prompt 05')}/interactions`)).json()).toEqual({
      isFavorited: false,
      vote: null,
      voteType: null,
    });
    expect(Object.keys((await grace.get('/api/user/interactions')).json())).toEqual([seedId('Prompt 29')]);
  });

  test('interactions tell favorites and votes by prompt', async () => {
    await ada.post(`/api/prompts/${seedId('Prompt 00')}/vote`, { type: 'down' });
    await ada.post(`/api/prompts/${seedId('Prompt 20')}/vote`, { type: 'up' });
    const all = (await ada.get('/api/user/interactions')).json();
    expect(Object.keys(all)).toHaveLength(13);
    expect(all[seedId('Prompt 00')]).toEqual({ isFavorited: true, vote: 'down', voteType: 'down' });
    expect(all[seedId('Prompt 01')]).toEqual({ isFavorited: true, vote: null, voteType: null });
    expect(all[seedId('Prompt 20')]).toEqual({ isFavorited: false, vote: 'up', voteType: 'up' });
    const interaction = (await ada.get(`/api/prompts/${seedId('Prompt 20')}/interactions`)).json();
    expect(interaction).toEqual({ isFavorited: false, vote: 'up', voteType: 'up' });
  });
});

describe('My Favorites Only', () => {
  async function readPages(member: TestMember, url: string): Promise<{ titles: string[]; total: number }> {
    const titles: string[] = [];
    let total = -1;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { prompts: { title: string }[]; total: number; nextCursor: string | null } = (
        await member.get(`${url}&limit=5${cursor && `&cursor=${cursor}`}`)
      ).json();
      titles.push(...titlesOf(page.prompts));
      total = page.total;
      cursor = page.nextCursor;
    }
    return { titles, total };
  }

  test('narrows a category, its topics and a topic, in the list’s own order', async () => {
    const whole = await readPages(ada, '/api/categories/fitness?sort=popular');
    const isKept = (title: string) => TITLES.indexOf(title) < 12;
    const expected = whole.titles.filter(isKept);
    expect(await readPages(ada, '/api/categories/fitness?favoritesOnly=true')).toEqual({
      titles: expected,
      total: 12,
    });
    const running = expected.filter((title) => TITLES.indexOf(title) % 2 === 1);
    for (const url of [
      '/api/categories/fitness?topics=running',
      '/api/topics/fitness/running?sort=popular',
    ]) {
      expect(await readPages(ada, `${url}&favoritesOnly=true`)).toEqual({ titles: running, total: 6 });
    }
    expect((await readPages(ada, '/api/categories/health?favoritesOnly=true')).titles).toEqual([]);
    expect((await readPages(ada, '/api/categories/fitness?favoritesOnly=false')).total).toBe(30);
  });

  test('narrows a search, with and without words', async () => {
    const search = async (query: string, member = ada) => {
      const response = await member.get(`/api/prompts/search?favoritesOnly=true${query}`);
      return [titlesOf(response.json()).sort(), Number(response.headers['x-total-count'])];
    };
    const pineapples = kept(({ content, description }) => /pineapple/.test(`${content} ${description}`));
    expect(await search('')).toEqual([kept(() => true), 12]);
    expect(await search('&q=pineapple')).toEqual([pineapples, pineapples.length]);
    expect(await search('&q=pinneapple')).toEqual([pineapples, pineapples.length]);
    expect(await search('&q=-pineapple')).toEqual([
      kept(({ content, description }) => !/pineapple/.test(`${content} ${description}`)),
      12 - pineapples.length,
    ]);
    expect(await search('&topic=running')).toEqual([kept(({ topic }) => topic === 'fitness/running'), 6]);
    expect(await search('&category=health')).toEqual([[], 0]);
    expect(await search('&tier=pro')).toEqual([[], 0]);
    expect(await search('&q=prompt', grace)).toEqual([['Prompt 29'], 1]);
  });

  /** Of the kept twelve. */
  function kept(isWanted: (seed: Seed) => boolean): string[] {
    return SEEDS.slice(0, 12)
      .filter(isWanted)
      .map(({ title }) => title)
      .sort();
  }

  test('a search pages through favorites in the order of the whole search', async () => {
    for (const sort of ['popular', 'newest', 'title', 'rating', 'favorites', 'relevance']) {
      // By relevance the topics of what is found count, and those of favorites are others.
      const narrowed = sort === 'relevance' ? '&favoritesOnly=true' : '';
      const whole = titlesOf(
        (await ada.get(`/api/prompts/search?q=pineapple&sortBy=${sort}${narrowed}`)).json(),
      );
      const titles: string[] = [];
      let url: string | undefined =
        `/api/prompts/search?q=pineapple&favoritesOnly=true&sortBy=${sort}&limit=2`;
      while (url !== undefined) {
        const response = await ada.get(url);
        titles.push(...titlesOf(response.json()));
        url = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
      }
      expect(titles).toEqual(whole.filter((title) => TITLES.indexOf(title) < 12));
    }
  });

  test('never finds what a text above the tier says', async () => {
    await ada.post(favorite('A locked prompt'));
    expect((await ada.get('/api/prompts/search?favoritesOnly=true&q=secret')).json()).toEqual([]);
    const engineer = await createMember(app, { tier: 'engineer' });
    await engineer.post(favorite('A locked prompt'));
    const found = (await engineer.get('/api/prompts/search?favoritesOnly=true&q=secret')).json();
    expect(titlesOf(found)).toEqual(['A locked prompt']);
  });

  test('visitors get the whole list, and no other word than true and false is taken', async () => {
    expect((await app.get('/api/categories/fitness?favoritesOnly=true')).json().total).toBe(30);
    expect((await app.get('/api/prompts/search?favoritesOnly=true')).headers['x-total-count']).toBe('31');
    for (const value of ['TRUE', '1', 'yes']) {
      expect((await ada.get(`/api/categories/fitness?favoritesOnly=${value}`)).statusCode).toBe(400);
    }
    expect((await ada.get('/api/categories/fitness?favoritesOnly=true&favoritesOnly=true')).statusCode).toBe(
      400,
    );
  });

  test('a cursor of the narrowed list is none of the whole one', async () => {
    const { nextCursor } = (await ada.get('/api/categories/fitness?favoritesOnly=true&limit=5')).json();
    expect((await ada.get(`/api/categories/fitness?limit=5&cursor=${nextCursor}`)).statusCode).toBe(400);
  });
});

test('no member’s response is ever given to another or to a visitor', async () => {
  const members = await Promise.all(TIERS.map((tier: Tier) => createMember(app, { tier })));
  const url = '/api/categories/health?limit=50';
  await app.get(url);
  for (const [rank, member] of members.entries()) {
    const response = await member.get(url);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.headers['etag']).toBeUndefined();
    expect(response.json().prompts[0].isLocked).toBe(rank < 3);
  }
  expect((await app.get(url)).json().prompts[0].isLocked).toBe(true);
});
