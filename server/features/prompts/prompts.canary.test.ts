import { afterAll, beforeAll, expect, test } from 'vitest';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { grantPrompt, type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

/**
 * Every text carries a word that is nowhere else. Each role requests every URL that shows prompts, pages
 * included, and does everything that can be done with a prompt: no word above its tier is in any
 * body or header.
 */

/** `buyer` is a basic member whom a grant opens the engineer prompt: that one, and nothing between. */
const ROLES = ['visitor', ...TIERS, 'buyer'] as const;
type Role = (typeof ROLES)[number];

const tierOf = (role: Exclude<Role, 'visitor'>): Tier => (role === 'buyer' ? 'basic' : role);

const titleOf = (tier: Tier) => `A prompt of tier ${tier}`;
const idOf = (tier: Tier) => seedId(titleOf(tier));
const canaryOf = (tier: Tier) => `canary${tier}zq`;

const SEEDS: Seed[] = TIERS.map((tier) => ({
  title: titleOf(tier),
  tier,
  content: `Act on this: ${canaryOf(tier)}.`,
  rating: '2.00',
  upvotes: 3,
}));

let app: TestApp;
const members = new Map<Role, TestMember>();

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, SEEDS);
  for (const role of [...TIERS, 'buyer'] as const) {
    const tier = tierOf(role);
    const member = await createMember(app, { tier: 'engineer' });
    members.set(role, member);
    // Done while everything was open: what stays of it must not tell more than the tier left to them.
    for (const prompt of TIERS) {
      await member.post(`/api/prompts/${idOf(prompt)}/copy`);
      await member.post(`/api/prompts/${idOf(prompt)}/favorite`);
      await member.post(`/api/prompts/${idOf(prompt)}/vote`, { type: 'up' });
      await member.post(`/api/prompts/${idOf(prompt)}/comments`, { content: `By ${tier} on ${prompt}` });
    }
    await app.database.pool.query('update users set tier = $2 where id = $1', [member.id, tier]);
    // A paid plan, so that what may be exported is.
    await app.database.pool.query(
      `insert into subscriptions (user_id, subscription_id, status, price_id, tier, current_period_end, is_entitled, as_of)
       values ($1, 'sub', 'active', 'price', 'basic', now(), true, now())`,
      [member.id],
    );
    if (role === 'buyer') await grantPrompt(app.database.db, member.id, titleOf('engineer'));
  }
});

afterAll(() => app.close());

const LISTS = [
  '/api/categories',
  '/api/categories/fitness?limit=100',
  '/api/categories/fitness?limit=100&favoritesOnly=true',
  '/api/categories/fitness/topics',
  '/api/topics/fitness/strength?limit=100&sort=rating',
  '/api/prompts/top-rated?limit=100',
  '/api/prompts/search',
  '/api/prompts/search?q=prompt',
  '/api/prompts/search?favoritesOnly=true',
  '/api/prompts/search?favoritesOnly=true&q=act',
  '/api/favorites',
  '/api/user/interactions',
  '/api/user/recents',
  '/api/user/changed-prompts',
  '/api/orders',
  '/api/subscription/status',
  '/api/auth/user',
  '/api/auth/check',
];

const PAGES = [
  '/',
  '/category/fitness',
  '/category/fitness/strength',
  '/search?q=act',
  '/favorites',
  '/recent',
  '/orders',
  '/subscribe',
  '/subscription',
  '/top-rated',
  '/api/favorites/export?format=markdown',
  '/api/favorites/export?format=text',
  '/api/favorites/export?format=csv',
  '/api/favorites/export?format=json',
  '/test-fitness',
  '/test-auth',
  '/search-test',
  '/openapi.json',
  '/sitemap.xml',
  '/feed.xml',
  '/category/fitness/feed.xml',
  '/robots.txt',
];

function addressesOf(tier: Tier): string[] {
  const id = idOf(tier);
  return [
    ...['markdown', 'text', 'csv', 'json'].map((format) => `/api/prompts/${id}/export?format=${format}`),
    ...['', '/interactions', '/comments', '/exemplars', '/related'].map((end) => `/api/prompts/${id}${end}`),
    ...['/versions', '/versions/1', '/changes/1/1'].map((end) => `/api/prompts/${id}${end}`),
    `/prompt/${id}/history`,
    `/prompt/${id}/history?version=1`,
    `/api/prompts/${id}?tier=engineer&subscriptionTier=engineer`,
    `/api/prompts/search?q=${canaryOf(tier)}`,
    `/api/prompts/search?q=-${canaryOf(tier)}`,
    `/api/prompts/search?favoritesOnly=true&q=${canaryOf(tier).slice(0, -1)}`,
    `/api/prompts/search?tier=${tier}&q=act`,
    `/prompt/${id}`,
    `/category/fitness?prompt=${id}`,
    `/favorites?prompt=${id}`,
    `/search?q=${tier}&prompt=${id}`,
  ];
}

/** The word is part of some requests; a response that repeats the request discloses nothing. */
const asksFor = (url: string, tier: Tier) => url.includes(canaryOf(tier).slice(0, -1));

test('the card of a locked prompt has a date and a favorite count in every list', async () => {
  const basic = members.get('basic');
  const id = idOf('engineer');
  const ofVisitors = LISTS.filter((url) =>
    /^\/api\/(?:categories\/fitness|topics|prompts)\b(?!.*\/topics)/.test(url),
  );
  const calls = [
    ...ofVisitors.filter((url) => !url.includes('favoritesOnly')).map((url) => [url, app.get(url)] as const),
    ...[...ofVisitors, '/api/favorites', '/api/user/recents'].map((url) => [url, basic?.get(url)] as const),
  ];
  expect(calls.length).toBeGreaterThan(12);
  for (const [url, response] of calls.filter(([url]) => !url.includes('q=act'))) {
    const body = (await response)?.json();
    const cards: { id: string }[] = body.prompts ?? body;
    expect([url, cards.find((card) => card.id === id)]).toMatchObject([
      url,
      { isLocked: true, favoriteCount: ROLES.length - 1, createdAt: '2026-01-01T00:00:00.000Z' },
    ]);
  }
  const refused = (await basic?.get(`/api/prompts/${id}`))?.json();
  expect(refused.prompt).toMatchObject({ isLocked: true, favoriteCount: ROLES.length - 1 });
});

for (const role of ROLES) {
  const reaches = (tier: Tier) =>
    role !== 'visitor' &&
    (tierRank(tierOf(role)) >= tierRank(tier) || (role === 'buyer' && tier === 'engineer'));
  const mayMeet = (tier: Tier) => reaches(tier) || (role === 'visitor' && tier === 'basic');

  test(`${role}: no response discloses a text above the tier`, async () => {
    const member = members.get(role);
    const headers = { 'x-tier': 'engineer' };
    const get = (url: string) => (member ? member.get(url, { headers }) : app.get(url, { headers }));
    const met = new Set<Tier>();
    const urls = [...LISTS, ...PAGES, ...TIERS.flatMap(addressesOf)];
    // All at once: the database works while pages are rendered.
    const responses = await Promise.all(urls.map(async (url) => [url, await get(url)] as const));
    for (const [url, response] of responses) {
      expect([url, response.statusCode < 500]).toEqual([url, true]);
      const text = `${response.payload} ${JSON.stringify(response.headers)}`;
      for (const tier of TIERS) {
        if (text.includes(canaryOf(tier)) && !asksFor(url, tier)) met.add(tier);
      }
      if (LISTS.includes(url)) expect([url, response.payload.includes('"content":')]).toEqual([url, false]);
    }
    for (const tier of met) expect([tier, mayMeet(tier)]).toEqual([tier, true]);
    // The crawl looks where texts are: what may be read was met.
    for (const tier of TIERS) expect([tier, met.has(tier)]).toEqual([tier, mayMeet(tier)]);
  });

  test(`${role}: a word of a text above the tier finds nothing`, async () => {
    const member = members.get(role);
    for (const tier of TIERS) {
      const found = async (q: string, more = '') => {
        const url = `/api/prompts/search?q=${encodeURIComponent(q)}${more}`;
        const response = await (member ? member.get(url) : app.get(url));
        return [
          response.json().length,
          response.headers['x-total-count'],
          response.headers['x-search-corrected'],
        ];
      };
      const word = canaryOf(tier);
      for (const q of [word, `"${word}"`, word.slice(0, -2)]) {
        for (const more of ['', '&favoritesOnly=true', `&tier=${tier}`]) {
          const expected = mayMeet(tier) ? [1, '1', undefined] : [0, '0', undefined];
          expect([q, more, await found(q, more)]).toEqual([q, more, expected]);
        }
      }
    }
  });

  test(`${role}: what is done to a prompt above the tier is refused without its text`, async () => {
    const member = members.get(role);
    for (const tier of TIERS) {
      const url = `/api/prompts/${idOf(tier)}`;
      const responses = member
        ? [
            await member.get(url),
            await member.get(`${url}/comments`),
            await member.get(`${url}/versions`),
            await member.get(`${url}/versions/1`),
            await member.get(`${url}/changes/1/1`),
            await member.post(`${url}/copy`),
            await member.put(`/api/user/recents/${idOf(tier)}`),
            await member.post(`${url}/vote`, { type: 'down' }),
            await member.del(`${url}/vote`),
            await member.post(`${url}/comments`, { content: 'One more' }),
          ]
        : [await app.get(url), await app.get(`${url}/comments`), await app.get(`${url}/interactions`)];
      for (const response of responses) {
        expect(response.statusCode).toBe(member === undefined ? 401 : reaches(tier) ? 200 : 403);
        expect(response.headers['cache-control']).toMatch(/no-store/);
        if (reaches(tier)) continue;
        expect(response.payload).not.toContain(canaryOf(tier));
        expect(response.json()).not.toHaveProperty('content');
        expect(response.headers['etag']).toBeUndefined();
        if (member) expect(response.json().message).toMatch(/^Upgrade required: /);
      }
      if (member) {
        const kept = await member.post(`${url}/favorite`);
        expect([kept.statusCode, Object.keys(kept.json())]).toEqual([200, ['isFavorited', 'favoriteCount']]);
      }
    }
  });
}

test('a lower tier takes effect with the next request', async () => {
  const member = await createMember(app, { tier: 'engineer' });
  const url = `/api/prompts/${idOf('engineer')}`;
  expect((await member.get(url)).statusCode).toBe(200);
  await app.database.pool.query(`update users set tier = 'basic' where id = $1`, [member.id]);
  const response = await member.get(url);
  expect([response.statusCode, response.payload.includes(canaryOf('engineer'))]).toEqual([403, false]);
});

test.each(['moderator', 'admin'] as const)('%s: no page or call of staff discloses a text', async (role) => {
  const staff = await createStaff(app, role);
  const { rows } = await app.database.pool.query<{ id: string }>('select id from orders');
  const ids = [...TIERS.map(idOf), members.get('buyer')?.id ?? '', ...rows.map(({ id }) => id)];
  const calls = app.routes
    .filter(({ access, method }) => (access === 'moderator' || access === 'admin') && method === 'GET')
    .flatMap(({ url }) => (url.includes(':') ? ids.map((id) => url.replace(/:\w+/, id)) : [url]));
  const pages = ['members', 'orders', 'moderation', 'support', 'library', 'audit'].map(
    (page) => `/admin/${page}`,
  );
  const urls = [
    ...calls,
    '/admin',
    ...pages,
    ...ids.flatMap((id) => pages.slice(0, 4).map((page) => `${page}/${id}`)),
    '/admin/library?view=requests',
    '/admin/support?view=answers',
    ...TIERS.flatMap((tier) => [
      `/api/admin/library/prompts?q=${canaryOf(tier)}`,
      `/api/admin/library/prompts?q=${idOf(tier)}`,
      `/admin/library?q=${tier}`,
    ]),
  ];
  const found: number[] = [];
  for (const url of urls) {
    const { payload, headers, statusCode } = await staff.get(url);
    if (statusCode === 200) found.push(statusCode);
    const text = `${payload} ${JSON.stringify(headers)}`;
    for (const tier of TIERS.filter((candidate) => !asksFor(url, candidate))) {
      // Without a payment provider a member's payments are an outage.
      const isExpected = statusCode < 500 || statusCode === 503;
      expect([url, isExpected, text.includes(canaryOf(tier))]).toEqual([url, true, false]);
    }
  }
  expect(found.length).toBeGreaterThan(20);
});
