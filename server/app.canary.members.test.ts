import { afterAll, beforeAll, expect, test } from 'vitest';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { ANY_WORD, type CanaryApp, createCanaryApp, wordOf } from './testing/canary-app.ts';
import { createFeatureApp, type FeatureApp } from './testing/feature-app.ts';

let canary: CanaryApp;
let members: FeatureApp;
beforeAll(async () => {
  canary = await createCanaryApp();
  members = await createFeatureApp(canary.database.db, canary.app.cache);
});
afterAll(async () => {
  await members.close();
  await canary.close();
});

const ANY_TIER = /^zq([a-z]+)canary/;

test('the test data has over a hundred locked texts, each found by members who may read it', async () => {
  expect(canary.locked.length).toBeGreaterThan(100);
  const [first] = canary.locked;
  const response = await members.get(`/api/prompts/${first?.id}`, 'engineer');
  expect(response.payload.match(ANY_WORD)?.length).toBe(3);
});

test.each(TIERS)('%s: no list, detail or search contains a word of a text above the tier', async (tier) => {
  const isAbove = (word: string) => tierRank(ANY_TIER.exec(word)?.[1] as Tier) > tierRank(tier);
  const urls = ['fitness', 'career', 'health'].map((slug) => `/api/categories/${slug}?limit=100`);
  for (const prompt of canary.prompts.slice(0, 120)) {
    urls.push(`/api/prompts/${prompt.id}`, `/api/prompts/search?q=${wordOf(prompt)}`);
  }
  for (const url of urls) {
    const response = await members.get(url, tier);
    const words = `${JSON.stringify(response.headers)}${response.payload}`.match(ANY_WORD) ?? [];
    expect([url, words.filter(isAbove)]).toEqual([url, []]);
  }
});
