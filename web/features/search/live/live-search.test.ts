import { join } from 'node:path';
import { expect } from '@playwright/test';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import type { SearchResult } from '#contract/search.ts';
import {
  type Components,
  type MockResponse,
  type Opened,
  type Responder,
  refusal,
  startComponents,
} from '#web/testing/component-page.ts';

let components: Components;
beforeAll(async () => {
  components = await startComponents(join(import.meta.dirname, 'live-search.fixture.tsx'));
});
afterAll(() => components.close());

let opened: Opened | undefined;
afterEach(() => expect(opened?.consoleErrors).toEqual([]));

function makeResult(id: string, title: string): SearchResult {
  return {
    id,
    title,
    summary: '',
    description: '',
    snippet: '',
    titleMarks: [],
    summaryMarks: [],
    snippetMarks: [],
    topicMarks: [],
    otherMatch: null,
    isPartial: false,
    tier: 'basic',
    featured: false,
    isLocked: false,
    upvotes: 0,
    downvotes: 0,
    copyCount: 0,
    favoriteCount: 0,
    commentCount: 0,
    rating: '0.00',
    createdAt: '2026-11-21T12:00:00.000Z',
    createdBy: '',
    category: { id: 'f', slug: 'fitness', name: 'Fitness' },
    topic: { id: 't', slug: 't', name: 'T' },
  };
}

const RESULTS: SearchResult[] = [
  { ...makeResult('one', 'A training plan'), titleMarks: [[11, 15]] },
  makeResult('two', 'Plan a week'),
];
const found = (
  results: SearchResult[],
  total = results.length,
  headers: Record<string, string> = {},
): MockResponse => ({ json: results, headers: { 'x-total-count': String(total), ...headers } });

async function open(respond: Responder = () => found(RESULTS, 40)) {
  opened = await components.open({ respond });
  const { page, calls } = opened;
  const field = page.getByRole('combobox', { name: 'Search prompts' });
  return { page, calls, field, options: page.getByRole('option') };
}

test('from the third character on, once the typing rests, results open under the field', async () => {
  const { page, calls, field, options } = await open();
  await field.pressSequentially('pl');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.pressSequentially('an');
  await expect(options).toHaveCount(3);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(field).toBeFocused();
  await expect(options.first().locator('mark')).toHaveText('plan');
  await expect(page.getByRole('status').filter({ hasText: '40 results' })).toHaveCount(1);
  const texts = calls.map(({ path }) => new URL(path, 'http://x').searchParams.get('q'));
  // On a busy machine the keys may come so slowly that the typing rests in between.
  expect(texts.filter((text) => text !== 'pla')).toEqual(['plan']);
});

test('arrows go through the list and back to the field, which keeps the focus; Enter opens', async () => {
  const { page, field, options } = await open();
  await field.fill('plan');
  await expect(options).toHaveCount(3);
  const active = () => field.getAttribute('aria-activedescendant');
  expect(await active()).toBeNull();
  await field.press('ArrowUp');
  await expect(options.nth(2)).toHaveAttribute('aria-selected', 'true');
  await field.press('ArrowDown');
  expect(await active()).toBeNull();
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(await active()).toBe(await options.nth(1).getAttribute('id'));
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(page.locator('output')).toHaveText('open: two');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
});

test('Enter in the field and the last row lead to the whole search, trimmed', async () => {
  const { page, field, options } = await open();
  await field.fill('  plan ');
  await expect(options).toHaveCount(3);
  await options.last().click();
  await expect(page.locator('output')).toHaveText('search: plan');
  await field.fill(' week ');
  await field.press('Enter');
  await expect(page.locator('output')).toHaveText('search: week');
});

test('Escape closes and keeps the text, an arrow opens again, leaving closes', async () => {
  const { page, field, options } = await open();
  await field.fill('plan');
  await expect(options).toHaveCount(3);
  await field.press('Escape');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field).toHaveValue('plan');
  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Search' }).focus();
  await page.keyboard.press('Tab');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
});

test('while the next results are on their way the old ones stay, marked as busy', async () => {
  const next = Promise.withResolvers<MockResponse>();
  const { page, field, options } = await open(({ path }) =>
    path.includes('q=plan&') ? found(RESULTS, 40) : next.promise,
  );
  await field.fill('plan');
  await expect(options).toHaveCount(3);
  await field.fill('plans');
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  await expect(options).toHaveCount(3);
  next.resolve(found([]));
  await expect(page.getByText('No results found')).toBeVisible();
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  await expect(options).toHaveText(['See suggestions']);
});

test('responses that come late never replace those of a later text', async () => {
  const slow = Promise.withResolvers<MockResponse>();
  const { calls, field, options } = await open(({ path }) =>
    path.includes('q=plan&') ? slow.promise : found([makeResult('late', 'Planet')]),
  );
  await field.fill('plan');
  await expect.poll(() => calls.length).toBe(1);
  await field.fill('planet');
  await expect(options.first()).toContainText('Planet');
  slow.resolve(found(RESULTS, 40));
  await expect.poll(() => calls.length).toBe(2);
  await expect(options).toHaveCount(2);
});

test.each([
  ['the server is away', refusal(503, 'Please try again shortly.')],
  ['too much is asked', refusal(429, 'Too many searches.')],
  ['the network is gone', 'offline'],
] as const)(
  'when %s the list says so and tries again, and Enter leads to the search page',
  async (_, respond) => {
    let responds: Responder = () => respond;
    const { page, field, options } = await open((call) => responds(call));
    await field.fill('plan');
    await expect(options).toHaveText(['Search is unavailable. Try again.']);
    await expect(page.getByRole('status').filter({ hasText: 'Search is unavailable.' })).toHaveCount(1);
    await field.press('Enter');
    await expect(page.locator('output')).toHaveText('search: plan');
    await field.press('ArrowDown');
    // It asks again while it opens.
    await expect(options).toHaveCount(1);
    await field.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    responds = () => found(RESULTS, 40);
    await field.press('Enter');
    await expect(options).toHaveCount(3);
  },
);

test('prompts with some of the words are listed apart, and arrows reach them too', async () => {
  const close = { ...makeResult('three', 'Week after week'), isPartial: true };
  const { page, field, options } = await open(() => found([...RESULTS, close], 3));
  await field.fill('plan week');
  await expect(options).toHaveCount(4);
  await expect(page.getByRole('group', { name: 'Close matches' }).getByRole('option')).toHaveText([
    /Week after/,
  ]);
  for (let press = 0; press < 3; press += 1) await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page.locator('output')).toHaveText('open: three');
});

test('the corrected words and the number of results are announced', async () => {
  const headers = { 'x-search-corrected': 'plan' };
  const { page, field, options } = await open(() => found(RESULTS, 1000, headers));
  await field.fill('palnn');
  await expect(page.getByText('Showing results for “plan”')).toBeVisible();
  await expect(options.last()).toHaveText('See all results1,000');
});
