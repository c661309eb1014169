import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TIERS, tierRank } from '#contract/tiers.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: TestMember;
let grace: TestMember;

const vote = (title: string) => `/api/prompts/${seedId(title)}/vote`;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...Array.from({ length: 9 }, (_, index) => ({ title: `Prompt ${index}` })),
    ...TIERS.map((tier) => ({ title: `Of tier ${tier}`, tier, content: `secret of ${tier}` })),
  ]);
  ada = await createMember(app);
  grace = await createMember(app);
});

afterAll(() => app.close());

/** The rating as textbooks write it: the lower bound of Wilson's interval at 95 %, times five. */
function wilson(up: number, down: number): string {
  const n = up + down;
  if (n === 0) return '0.00';
  const z = 1.959963984540054;
  const p = up / n;
  const bound =
    (p + (z * z) / (2 * n) - z * Math.sqrt((p * (1 - p) + (z * z) / (4 * n)) / n)) / (1 + (z * z) / n);
  return Math.max(0, 5 * bound).toFixed(2);
}

describe('rating', () => {
  test('is the lower bound of Wilson’s interval, for every small count and for large ones', async () => {
    const pairs = Array.from(
      { length: 61 * 61 },
      (_, index) => [index % 61, Math.floor(index / 61)] as const,
    );
    const large = [1, 99, 1000, 12_345, 999_999, 2_000_000_000].flatMap((up) =>
      [0, 1, 77, 5000, 1_000_000, 140_000_000].map((down) => [up, down] as const),
    );
    const all = [...pairs, ...large];
    const { rows } = await sql<{ rating: string }>`
      select prompt_rating(up, down)::numeric(3, 2)::text as rating
      from unnest(${all.map(([up]) => up)}::integer[], ${all.map(([, down]) => down)}::integer[])
        with ordinality as given (up, down, position) order by position`.execute(app.database.db);
    expect(rows.map(({ rating }) => rating)).toEqual(all.map(([up, down]) => wilson(up, down)));
  });

  test('rises with agreement and with numbers, and never passes five', () => {
    expect(wilson(1, 0)).toBe('1.03');
    expect(Number(wilson(10, 0))).toBeGreaterThan(Number(wilson(1, 0)));
    expect(Number(wilson(90, 10))).toBeGreaterThan(Number(wilson(9, 1)));
    expect(Number(wilson(1_000_000, 0))).toBeLessThanOrEqual(5);
  });
});

describe('voting', () => {
  test('up, again, down, and removed, each with the new state', async () => {
    const none = { vote: null, voteType: null, upvotes: 0, downvotes: 0, rating: '0.00' };
    const up = { vote: 'up', voteType: 'up', upvotes: 1, downvotes: 0, rating: wilson(1, 0) };
    const down = { vote: 'down', voteType: 'down', upvotes: 0, downvotes: 1, rating: wilson(0, 1) };
    expect((await ada.post(vote('Prompt 0'), { type: 'up' })).json()).toEqual(up);
    expect((await ada.post(vote('Prompt 0'), { type: 'up' })).json()).toEqual(up);
    expect((await ada.post(vote('Prompt 0'), { type: 'down' })).json()).toEqual(down);
    expect((await ada.post(vote('Prompt 0'), { type: 'down' })).json()).toEqual(down);
    expect((await ada.post(vote('Prompt 0'), { type: 'up' })).json()).toEqual(up);
    expect((await ada.del(vote('Prompt 0'))).json()).toEqual(none);
    expect((await ada.del(vote('Prompt 0'))).json()).toEqual(none);
    expect((await ada.post(vote('Prompt 0'), { type: 'down' })).json()).toEqual(down);
    await ada.del(vote('Prompt 0'));
  });

  test('counts members, not calls; the detail and the lists agree', async () => {
    await ada.post(vote('Prompt 1'), { type: 'up' });
    const response = await grace.post(vote('Prompt 1'), { type: 'down' });
    expect(response.json()).toMatchObject({ vote: 'down', upvotes: 1, downvotes: 1, rating: wilson(1, 1) });
    const detail = (await ada.get(`/api/prompts/${seedId('Prompt 1')}`)).json();
    expect(detail).toMatchObject({ upvotes: 1, downvotes: 1, rating: wilson(1, 1) });
    const cards = (await ada.get('/api/categories/fitness?sort=rating&limit=50')).json().prompts;
    expect(cards[0]).toMatchObject({ title: 'Prompt 1', rating: wilson(1, 1) });
  });

  test('two tabs that disagree leave one vote, and counters that match it', async () => {
    const kinds = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'up' : 'down'));
    const responses = await Promise.all(kinds.map((type) => ada.post(vote('Prompt 2'), { type })));
    for (const [index, response] of responses.entries()) {
      expect(response.statusCode).toBe(200);
      const { vote: mine, upvotes, downvotes } = response.json();
      expect([mine, upvotes + downvotes]).toEqual([kinds[index], 1]);
    }
    const now = (await ada.get(`/api/prompts/${seedId('Prompt 2')}/interactions`)).json().vote;
    const { upvotes, downvotes } = (await ada.get(`/api/prompts/${seedId('Prompt 2')}`)).json();
    expect([upvotes, downvotes]).toEqual(now === 'up' ? [1, 0] : [0, 1]);
  });

  test('what is no vote is refused, naming it, and changes nothing', async () => {
    const bodies: object[] = [
      { type: 'UP' },
      { type: 'up ' },
      { type: null },
      { type: ['up'] },
      { type: { $gt: '' } },
      {},
      { voteType: 'up' },
      ['up'],
      { type: 'up', userId: grace.id },
      { type: 'up', upvotes: 99, tier: 'engineer' },
      { type: 'up', constructor: { prototype: { polluted: true } } },
    ];
    for (const body of bodies) {
      const response = await ada.post(vote('Prompt 3'), body);
      expect([JSON.stringify(body), response.statusCode]).toEqual([JSON.stringify(body), 400]);
      expect(response.json().message).not.toBe('');
    }
    const raw = { 'content-type': 'application/json' };
    for (const payload of [
      '{"__proto__":{"x":1},"type":"up"}',
      '{"type":"up"',
      '{"type":1e309}',
      '"up"',
      'null',
      '',
    ]) {
      const response = await ada.post(vote('Prompt 3'), undefined, { payload, headers: raw });
      expect([payload, response.statusCode]).toEqual([payload, 400]);
    }
    expect((await ada.del(vote('Prompt 3'))).json()).toMatchObject({ upvotes: 0, downvotes: 0 });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('above the tier it is refused with the card alone, and nothing is counted', async () => {
    for (const viewer of TIERS) {
      const member = await createMember(app, { tier: viewer });
      for (const tier of TIERS) {
        const reaches = tierRank(viewer) >= tierRank(tier);
        const before = (await app.get(`/api/prompts/search?tier=${tier}&q=tier`)).json()[0];
        for (const response of [
          await member.post(vote(`Of tier ${tier}`), { type: 'up' }),
          await member.del(vote(`Of tier ${tier}`)),
        ]) {
          expect(response.statusCode).toBe(reaches ? 200 : 403);
          expect(response.payload).not.toContain('secret');
          if (!reaches) expect(response.json().message).toMatch(/^Upgrade required/);
        }
        app.cache.clear();
        const after = (await app.get(`/api/prompts/search?tier=${tier}&q=tier`)).json()[0];
        expect([after.upvotes, after.rating]).toEqual([before.upvotes, before.rating]);
      }
    }
  });
});

test('Top Rated lists what most voters like, best first, page by page, for everybody', async () => {
  const ups = [6, 4, 5, 3];
  const voters = await Promise.all(Array.from({ length: 6 }, () => createMember(app)));
  for (const [index, count] of ups.entries()) {
    for (const voter of voters.slice(0, count)) await voter.post(vote(`Prompt ${5 + index}`), { type: 'up' });
  }
  await voters[0]?.post(vote('Prompt 4'), { type: 'down' });
  const titles: string[] = [];
  const totals = new Set<number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { prompts: { title: string }[]; total: number; nextCursor: string | null } = (
      await ada.get(`/api/prompts/top-rated?limit=2${cursor && `&cursor=${cursor}`}`)
    ).json();
    titles.push(...page.prompts.map(({ title }) => title));
    totals.add(page.total);
    cursor = page.nextCursor;
  }
  expect(titles.filter((title) => /[4-8]/.test(title))).toEqual(['Prompt 5', 'Prompt 7', 'Prompt 6']);
  expect([...totals]).toEqual([titles.length]);
  app.cache.clear();
  const visitors = await app.get('/api/prompts/top-rated?limit=50');
  expect(visitors.json().prompts.map(({ title }: { title: string }) => title)).toEqual(titles);
  expect(visitors.json().total).toBe(titles.length);
  expect((await app.get('/api/prompts/top-rated?cursor=abc')).statusCode).toBe(400);
});
