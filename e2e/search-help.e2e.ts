import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { expect, open, test, testAllowingConsoleErrors } from './fixtures.ts';

const field = (page: Page) => page.getByPlaceholder('Search prompts by title or content...');
const bestMatches = (page: Page) => page.getByRole('region', { name: 'Best matches' });
const options = (page: Page, label: string) => page.getByLabel(label, { exact: true }).getByRole('option');

testAllowingConsoleErrors(
  'without a chosen sort the best six stand above the groups, from the server on',
  async ({ page }) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/search?q=meal+plan');
    await expect(bestMatches(page).getByRole('article')).toHaveCount(6);
    await expect(bestMatches(page).locator('mark').first()).toBeVisible();
    await expect(options(page, 'Category').first()).toHaveText(/^All Categories \([\d,]+\+?\)$/);
  },
);

test('a chosen sort hides the best matches, and the default sort shows them again', async ({ page }) => {
  await open(page, '/search?q=meal+plan');
  await page.getByLabel('Sort', { exact: true }).selectOption('rating');
  await expect(page).toHaveURL('/search?q=meal+plan&sortBy=rating');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(bestMatches(page)).toHaveCount(0);
  await page.getByLabel('Sort', { exact: true }).selectOption('popular');
  await expect(page).toHaveURL('/search?q=meal+plan');
  await expect(bestMatches(page)).toBeVisible();
  await open(page, '/search?tier=pro');
  await expect(page.getByRole('article')).toHaveCount(24);
  await expect(bestMatches(page)).toHaveCount(0);
});

test('prompts with some of the words are close matches, and one sentence says so', async ({ page }) => {
  await open(page, '/search?q=strength+plan+zzzqqqxxyy');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Close matches');
  await expect(page.getByText('No prompt has all of these words. These have some of them.')).toBeVisible();
  await expect(page.getByRole('article').first().locator('mark').first()).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await open(page, '/search?q=strength');
  await expect(bestMatches(page)).toBeVisible();
  await expect(page.getByText('No prompt has all')).toHaveCount(0);
});

test('where few prompts have all of the words, prompts with some of them follow', async ({ page }) => {
  await open(page, '/search?q=kettlebell+beginner');
  const sections = page.getByRole('main').getByRole('heading', { level: 2 });
  // One prompt is no choice of the best: it stands in its category alone.
  await expect(sections.first()).toHaveText('Fitness');
  await expect(sections.last()).toHaveText('Close matches');
  const close = page.getByRole('region', { name: 'Close matches' });
  await expect(close.getByText('These have some of the words, but not all of them.')).toBeVisible();
  await expect(close.getByRole('article').first()).toBeVisible();
});

test('a corrected search can be repeated word for word, until the text changes', async ({ page }) => {
  await open(page, '/search?q=budgte');
  await expect(page.getByText('Showing results for “budget”.')).toBeVisible();
  await page.getByRole('link', { name: 'Search instead for “budgte”' }).click();
  await expect(page).toHaveURL('/search?q=budgte&exact=true');
  expect(
    await page.evaluate(() => document.activeElement?.contains(document.querySelector('main form'))),
  ).toBe(true);
  await expect(page.getByText('Nothing matches “budgte” word for word.')).toBeVisible();
  await page.getByLabel('Tier', { exact: true }).selectOption('basic');
  await expect(page).toHaveURL('/search?q=budgte&exact=true&tier=basic');
  await field(page).fill('budgets');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/search?q=budgets&tier=basic');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('filters show how many results each choice would leave', async ({ page }) => {
  await open(page, '/search?q=squat');
  const count = async (label: string, name: string) => {
    const text = await options(page, label).filter({ hasText: name }).textContent();
    return Number(/\((\d+)\)$/.exec(text ?? '')?.[1]);
  };
  const fitness = await count('Category', 'Fitness');
  expect(fitness).toBeGreaterThan(0);
  expect(await count('Category', 'Finance')).toBe(0);
  await page.getByLabel('Category', { exact: true }).selectOption('fitness');
  await expect(options(page, 'Topic').first()).toHaveText(`All Topics (${fitness})`);
  await expect(options(page, 'Tier').first()).toHaveText(`All (${fitness})`);
  // What would leave nothing is there all the same.
  await page.getByLabel('Category', { exact: true }).selectOption('finance-investing');
  await expect(page.getByText('Nothing matches “squat” in Finance & Investing.')).toBeVisible();
});

test('an empty result offers every broader search with its number of results', async ({ page }) => {
  await open(page, '/search?q=squat&category=finance-investing&tier=basic');
  await expect(page.getByText('No results found')).toBeVisible();
  const wider = page.getByRole('list', { name: 'Wider searches' }).getByRole('button');
  await expect(wider).toHaveText([
    /^Search all categories \(\d+\)$/,
    'Search all tiers (0)',
    /^Remove all filters \(\d+\)$/,
  ]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  const found = /\((\d+)\)/.exec((await wider.first().textContent()) ?? '')?.[1];
  await wider.first().click();
  await expect(page).toHaveURL('/search?q=squat&tier=basic');
  await expect(page.getByRole('status').filter({ hasText: `${found} prompt` })).toBeAttached();
});

test('a search without results links to topics and to sign-in, which leads back', async ({ page }) => {
  await open(page, '/search?q=zzzqqqxxyy');
  const topics = page.getByRole('list', { name: 'Topics to browse instead' }).getByRole('link');
  await expect(topics).toHaveCount(3);
  await expect(topics.first()).toHaveAttribute('href', /^\/category\/[a-z-]+\/[a-z-]+$/);
  await page.getByRole('link', { name: 'Sign in to ask for this prompt' }).click();
  await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent('/search?q=zzzqqqxxyy')}`);
});

test('a visitor’s searches are offered again by the empty field', async ({ page }) => {
  await open(page, '/search?q=squat');
  await open(page, '/search?q=meal+plan');
  await expect(bestMatches(page)).toBeVisible();
  await open(page, '/search');
  await field(page).focus();
  const list = page.getByRole('listbox', { name: 'Recent searches' });
  await expect(list.getByRole('option')).toHaveText(['meal plan', 'squat', 'Clear recent searches']);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await field(page).press('ArrowDown');
  await field(page).press('ArrowDown');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/search?q=squat');
  await expect(field(page)).toHaveValue('squat');
  await expect(bestMatches(page)).toBeVisible();
  await field(page).fill('');
  await field(page).press('ArrowUp');
  await field(page).press('Enter');
  await expect(list).toBeHidden();
  await expect(field(page)).toBeFocused();
  await open(page, '/search');
  await field(page).focus();
  await expect(list).toBeHidden();
});

testAllowingConsoleErrors('a search that fails says so, and is tried again', async ({ page }) => {
  await open(page, '/search');
  await page.route('**/api/prompts/search?*', (route) => route.abort());
  await field(page).fill('squat');
  await field(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Search is unavailable.' })).toBeVisible();
  await page.unroute('**/api/prompts/search?*');
  // Any other call that is answered tells the page that it may try by itself: then there is no button left to press.
  const again = page.getByRole('button', { name: 'Try again' });
  const result = page.getByRole('article').first();
  await expect(again.or(result)).toBeVisible();
  if (await again.isVisible()) await again.click({ timeout: 2000 }).catch(() => undefined);
  await expect(result).toBeVisible();
});

test('on a phone the search icon leads to the field, which shows results while one types', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/category/fitness');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill('budget');
  const list = page.getByRole('listbox', { name: 'Search results' });
  await expect(list.locator('mark').first()).toHaveText(/budget/i);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await list.getByRole('option').last().click();
  await expect(page).toHaveURL('/search?q=budget');
  await expect(list).toBeHidden();
  await expect(bestMatches(page)).toBeVisible();
});

test('every result shows a word that was searched, and where it stands', async ({ page }) => {
  for (const word of ['garden', 'email', 'meeting']) {
    await open(page, `/search?q=${word}`);
    const rows = page.getByRole('main').getByRole('article');
    await expect(bestMatches(page)).toBeVisible();
    expect(await rows.filter({ hasNot: page.locator('mark') }).count()).toBe(0);
  }
  await expect(page.getByText(/^Keyword: /).first()).toBeVisible();
});

test('on a phone the filters open from a button that counts them, and the sort stays beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/search?q=plan&category=fitness&tier=basic');
  const button = page.getByRole('button', { name: 'Filters (2)' });
  const category = page.getByLabel('Category', { exact: true });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(category).toBeHidden();
  await expect(page.getByLabel('Sort', { exact: true })).toBeVisible();
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await category.selectOption('career');
  await expect(page).toHaveURL(/category=career/);
  await expect(category).toBeVisible();
  // Results of before are dimmed until the new ones come.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('the counts of a long result add up, and no prompt stands in it twice', async ({ page }) => {
  await open(page, '/search?q=meeting');
  const status = page.getByText(
    /^[\d,]+ prompts found\. Best matches first, then by category, most popular first\.$/,
  );
  await expect(status).toBeVisible();
  const total = /^\d+/.exec((await status.textContent()) ?? '')?.[0];
  await expect(bestMatches(page).getByText('6 prompts', { exact: true })).toBeVisible();
  const titles = await page.getByRole('main').getByRole('article').getByRole('link').allTextContents();
  expect(new Set(titles).size).toBe(titles.length);
  await expect(page.getByText(`Showing ${titles.length} of ${total}`)).toBeVisible();
  await expect(page.getByText('so far')).toHaveCount(0);
  // The last group goes on: how far, the filter of categories says too.
  const last = page
    .getByRole('region')
    .filter({ has: page.getByText(/^\d+ of \d+ prompts/) })
    .last();
  const name = (await last.getByRole('heading', { level: 2 }).textContent()) ?? '';
  const size = /of (\d+) prompts/.exec(
    (await last.getByText(/^\d+ of \d+ prompts/).textContent()) ?? '',
  )?.[1];
  await expect(options(page, 'Category').filter({ hasText: name })).toHaveText(`${name} (${size})`);
});

test('a short result stands in the order of its matches, without groups', async ({ page }) => {
  await open(page, '/search?q=running+shoe');
  await expect(page.getByText(/^[2-6] prompts found, best matches first\.$/)).toBeVisible();
  await expect(bestMatches(page).getByText(/^[2-6] prompts$/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Best matches']);
});

test('before a search the categories are offered with their numbers of prompts', async ({ page }) => {
  await open(page, '/search');
  const categories = page.getByRole('list', { name: 'Or browse a category' }).getByRole('link');
  await expect(categories).toHaveCount(7);
  await expect(categories.first()).toHaveText(/\d prompts$/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await categories.filter({ hasText: 'Fitness' }).click();
  await expect(page).toHaveURL('/category/fitness');
});
