import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CategoryPage } from '#contract/catalog.ts';
import { TIERS } from '#contract/tiers.ts';
import { ANY_WORD, type CanaryApp, createCanaryApp } from './testing/canary-app.ts';

/** A visitor who looks at every prompt. */
let canary: CanaryApp;
beforeAll(async () => {
  canary = await createCanaryApp();
});
afterAll(() => canary.close());

test('no list contains a locked text, in any order, on any page, in the API or as HTML', async () => {
  const categories = (await canary.app.get('/api/categories')).json<{ slug: string }[]>();
  let cards = 0;
  for (const { slug } of categories) {
    for (const sort of ['popular', 'newest', 'rating']) {
      expect((await canary.wordsIn(`/category/${slug}?sort=${sort}`)).words).toEqual([]);
      let cursor: string | null = '';
      while (cursor !== null) {
        const url: string = `/api/categories/${slug}?sort=${sort}&limit=100${cursor ? `&cursor=${cursor}` : ''}`;
        const { text, words } = await canary.wordsIn(url);
        expect([url, words]).toEqual([url, []]);
        const page: CategoryPage = JSON.parse(text);
        cards += page.prompts.length;
        cursor = page.nextCursor;
      }
    }
  }
  expect(cards).toBe(canary.prompts.length * 3);
});

test('the sample of a category contains the text of one basic prompt and of no other', async () => {
  const categories = (await canary.app.get('/api/categories')).json<{ slug: string }[]>();
  for (const { slug } of categories) {
    for (const url of [`/api/categories/${slug}/sample`, `/?sample=${slug}`]) {
      const words = new Set((await canary.wordsIn(url)).words);
      expect([url, words.size, /^zqbasic/.test([...words].join())]).toEqual([url, 1, true]);
    }
  }
});

test('no prompt’s detail response contains a locked text', async () => {
  const check = async (id: string) => {
    const { status, words } = await canary.wordsIn(`/api/prompts/${id}`);
    expect([id, status, words]).toEqual([id, 401, []]);
    const card = await canary.wordsIn(`/api/prompts/${id}/card`);
    expect([id, card.status, card.words]).toEqual([id, 200, []]);
  };
  const ids = canary.prompts.map(({ id }) => id);
  // As many at once as the pool has connections.
  while (ids.length > 0) await Promise.all(ids.splice(0, 8).map(check));
});

test('no prompt page or sign-in page contains a locked text, tried with twenty prompts of each tier', async () => {
  const sample = TIERS.flatMap((tier) =>
    canary.prompts.filter((prompt) => prompt.tier === tier).slice(0, 20),
  );
  expect(sample.length).toBe(80);
  for (const { id, tier } of sample) {
    for (const url of [`/prompt/${id}`, `/login?returnUrl=%2Fprompt%2F${id}`]) {
      const { status, words } = await canary.wordsIn(url);
      expect([url, tier, status, words]).toEqual([url, tier, 200, []]);
    }
  }
});

test('the log contains no word of any prompt text', () => {
  expect(canary.logLines.length).toBeGreaterThan(500);
  expect(canary.logLines.join('').match(ANY_WORD)).toBeNull();
});
