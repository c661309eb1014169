import { expect, open, test } from './fixtures.ts';

test('a search groups its results by category and highlights the words', async ({ page }) => {
  await open(page, '/search');
  await expect(page.getByText('Start searching to find prompts')).toBeVisible();
  await page.getByPlaceholder('Search prompts by title or content...').fill('  stretch ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=stretch');
  const groups = page.getByRole('heading', { level: 2 });
  await expect(groups.filter({ hasText: 'Fitness' })).toBeVisible();
  const [best, ...names] = (await groups.allInnerTexts()).filter((name) => name !== '');
  expect(best).toBe('Best matches');
  expect(names.length).toBeGreaterThan(1);
  expect(names).toEqual([...names].sort());
  await expect(page.locator('mark').first()).toHaveText(/stretch/i);
  await expect(page.getByText(/^\d+ prompts?$/).first()).toBeVisible();
});

test('filters live in the address, and Clear All leaves none', async ({ page }) => {
  await open(page, '/search?q=plan');
  await page.getByLabel('Category', { exact: true }).selectOption('fitness');
  await expect(page).toHaveURL('/search?q=plan&category=fitness');
  await page.getByLabel('Topic', { exact: true }).selectOption('strength-at-home');
  await expect(page).toHaveURL(/topic=strength-at-home/);
  await page.getByLabel('Tier', { exact: true }).selectOption('basic');
  await expect(page).toHaveURL(/tier=basic/);
  await page.getByLabel('Category', { exact: true }).selectOption('career');
  await expect(page).not.toHaveURL(/topic=/);
  await page.goBack();
  await expect(page).toHaveURL(/topic=strength-at-home/);
  await expect(page.getByLabel('Topic', { exact: true })).toHaveValue('strength-at-home');
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page).toHaveURL('/search');
});

test('a chosen sort alone lists the library', async ({ page }) => {
  await open(page, '/search');
  await page.getByLabel('Sort', { exact: true }).selectOption('newest');
  await expect(page).toHaveURL('/search?sortBy=newest');
  await expect(page.getByText(/^[\d,]+ prompts found, by category, newest first\.$/)).toBeVisible();
  await page.getByLabel('Sort', { exact: true }).selectOption('popular');
  await expect(page.getByText('Start searching to find prompts')).toBeVisible();
});

test('the favorites filter is there, switched off, and says why', async ({ page }) => {
  await open(page, '/search');
  await expect(page.getByRole('checkbox', { name: /My Favorites Only/ })).toBeDisabled();
  await expect(page.getByText('(Login required)')).toBeVisible();
});

test('an empty result says what to do, and a typo is corrected', async ({ page }) => {
  await open(page, '/search?q=zzzqqqxxyy');
  await expect(page.getByText('No results found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await open(page, '/search?q=fitnes+strenght');
  await expect(page.getByText(/Showing results for/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('special characters in a search are treated as text', async ({ page }) => {
  for (const text of [
    `"'; drop table prompts; --`,
    '<img src=x onerror=alert(1)>',
    '%',
    '\u{1F600}',
    '&|!():*',
    '\\',
  ]) {
    await page.goto(`/search?q=${encodeURIComponent(text)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search & Discovery');
    await expect(page.getByPlaceholder('Search prompts by title or content...')).toHaveValue(text);
  }
});

test('the search test page waits 300 ms after the last key and shows where the text matched', async ({
  browser,
}) => {
  // In a context of its own, whose clock nobody else has.
  const page = await browser.newPage();
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/prompts/search')) searches.push(request.url());
  });
  await page.clock.install();
  await open(page, '/search-test');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox', { name: 'Search text' }).pressSequentially('recovery');
  await page.clock.runFor(299);
  expect(searches).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => searches.length).toBe(1);
  await page.clock.resume();
  await expect(page.locator('mark').first()).toBeVisible();
  expect(searches).toHaveLength(1);
  await page.getByRole('button', { name: 'strength', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search text' })).toHaveValue('strength');
  await page.close();
});
