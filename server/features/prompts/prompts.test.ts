import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { lockedPromptSchema, promptDetailSchema } from '#contract/prompts.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { createFeatureApp, type FeatureApp, type ViewerKind } from '#server/testing/feature-app.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

let database: TestDatabase;
let app: FeatureApp;

const VIEWERS: readonly ViewerKind[] = ['visitor', ...TIERS];
const titleOf = (tier: Tier) => `A prompt of tier ${tier}`;
const canaryOf = (tier: Tier) => `canary${tier}zq`;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db, { version: 1 });
  await seedPrompts(database.db, [
    ...TIERS.map((tier) => ({
      title: titleOf(tier),
      tier,
      keywords: ['zqword', 'CV'],
      content: `Act on this: ${canaryOf(tier)}.`,
    })),
    { title: 'A retired prompt', isListed: false, content: 'canaryretired' },
    { title: 'A signed prompt', createdBy: 'Ada' },
  ]);
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

/** Every URL that shows a prompt of this tier. */
function addressesOf(tier: Tier): string[] {
  return [
    `/api/prompts/${seedId(titleOf(tier))}`,
    '/api/categories/fitness?limit=100',
    '/api/topics/fitness/strength?limit=100',
    '/api/prompts/search',
    '/api/prompts/search?q=prompt',
    `/api/prompts/search?q=${canaryOf(tier)}`,
    `/api/prompts/search?q=act&tier=${tier}`,
  ];
}

describe('text leaves the server only for whose tier reaches it', () => {
  for (const viewer of VIEWERS) {
    for (const tier of TIERS) {
      const reaches = viewer !== 'visitor' && tierRank(viewer) >= tierRank(tier);

      test(`${viewer} asks for a prompt of tier ${tier}`, async () => {
        const response = await app.get(`/api/prompts/${seedId(titleOf(tier))}`, viewer);
        expect(response.statusCode).toBe(viewer === 'visitor' ? 401 : reaches ? 200 : 403);
        expect(response.payload.includes(canaryOf(tier))).toBe(reaches);
        if (reaches) {
          expect(promptDetailSchema.parse(response.json()).content).toBe(`Act on this: ${canaryOf(tier)}.`);
        } else {
          expect(response.json()).not.toHaveProperty('content');
        }
      });

      // A visitor is shown what a search finds in basic texts, never the text itself.
      const isFound = reaches || (viewer === 'visitor' && tier === 'basic');
      test(`${viewer} ${isFound ? 'may meet' : 'never meets'} the text of tier ${tier}`, async () => {
        const responses = await Promise.all(addressesOf(tier).map((url) => app.get(url, viewer)));
        const seen = responses.some(
          ({ payload, headers }) =>
            payload.includes(canaryOf(tier)) || JSON.stringify(headers).includes(canaryOf(tier)),
        );
        expect(seen).toBe(isFound);
        for (const response of responses.slice(1)) expect(response.payload).not.toMatch(/"content":/);
      });
    }
  }
});

test('a locked prompt returns its card, and which plan opens it', async () => {
  const response = await app.get(`/api/prompts/${seedId(titleOf('pro'))}`, 'basic');
  const body = lockedPromptSchema.parse(response.json());
  expect(body.message).toBe('Upgrade required: this prompt is part of the Pro plan.');
  expect(body.prompt).toMatchObject({ title: titleOf('pro'), isLocked: true, tier: 'pro' });
  expect(response.headers['content-type']).toContain('application/problem+json');
  expect(response.headers['etag']).toBeUndefined();
});

test('keywords come with the prompt, locked or not, and with no list', async () => {
  const open = await app.get(`/api/prompts/${seedId(titleOf('pro'))}`, 'pro');
  expect(open.json().keywords).toEqual(['zqword', 'CV']);
  const locked = await app.get(`/api/prompts/${seedId(titleOf('pro'))}`, 'basic');
  expect(locked.json().prompt.keywords).toEqual(['zqword', 'CV']);
  const list = await app.get('/api/categories/fitness?limit=100', 'pro');
  expect(list.payload).not.toContain('zqword');
  const signed = await app.get(`/api/prompts/${seedId('A signed prompt')}`, 'basic');
  expect(signed.json().keywords).toEqual([]);
});

test('a text is never stored by a cache', async () => {
  const response = await app.get(`/api/prompts/${seedId(titleOf('basic'))}`, 'basic');
  expect(response.headers['cache-control']).toBe('private, no-store');
});

test('visitors get 401 whatever the id', async () => {
  for (const id of [seedId(titleOf('basic')), 'aaaaaaaaaaaa', 'x', '0', '1;', '%00', '-1', '1e3']) {
    const response = await app.get(`/api/prompts/${id}`);
    expect([id, response.statusCode, response.json().message]).toEqual([id, 401, 'Unauthorized']);
  }
});

test('unknown prompts and invalid ids are 404, retired prompts 410', async () => {
  for (const [id, ...expected] of [
    ['aaaaaaaaaaaa', 404, 'Prompt not found'],
    [seedId('A retired prompt'), 410, 'This prompt has been retired.'],
  ]) {
    const response = await app.get(`/api/prompts/${id}`, 'engineer');
    expect([response.statusCode, response.json().message]).toEqual(expected);
  }
  for (const id of ['0', '-1', '2147483648', '1e3', '0x10', '%201', '1;', '%00', crypto.randomUUID()]) {
    const { statusCode } = await app.get(`/api/prompts/${id}`, 'engineer');
    expect([id, statusCode === 400 || statusCode === 404]).toEqual([id, true]);
  }
});

test('a tier named in the query has no effect', async () => {
  const id = seedId(titleOf('pro'));
  for (const query of ['tier=pro', 'tier=pro&tier=basic', 'tier[]=pro', 'subscriptionTier=pro']) {
    expect((await app.get(`/api/prompts/${id}?${query}`, 'basic')).statusCode).toBe(403);
  }
});

test('HEAD asks for the same rights as GET, other spellings lead nowhere', async () => {
  const id = seedId(titleOf('pro'));
  for (const path of [
    `/API/prompts/${id}`,
    `/api/prompts/${id}/`,
    `//api/prompts/${id}`,
    `/api/./prompts/${id}`,
  ]) {
    const response = await app.get(path, 'basic');
    expect(response.payload).not.toContain(canaryOf('pro'));
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
  }
});

test('cards name their author', async () => {
  const cards = (await app.get('/api/categories/fitness?limit=100')).json().prompts;
  const makerOf = (title: string) => cards.find((card: { title: string }) => card.title === title).createdBy;
  expect(makerOf('A signed prompt')).toBe('Ada');
  expect(makerOf(titleOf('basic'))).toBe('Promptarium Team');
});

test('a card is locked above the viewer’s tier; visitors count as basic', async () => {
  for (const viewer of VIEWERS) {
    const { prompts } = (await app.get('/api/categories/fitness?limit=100', viewer)).json();
    const rank = viewer === 'visitor' ? 0 : tierRank(viewer);
    for (const card of prompts as { tier: Tier; isLocked: boolean }[]) {
      expect(card.isLocked).toBe(tierRank(card.tier) > rank);
    }
  }
});
