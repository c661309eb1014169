import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, holdRequests, test, testAllowingConsoleErrors } from './fixtures.ts';
import { openAs, PEOPLE } from './sign-in.ts';

const app = membersApp;

test('a member requests a missing prompt, once', async ({ page, apiCalls }) => {
  await openAs(page, app, PEOPLE.basic, '/search?q=zzzqqqxxyy');
  await page.getByRole('button', { name: 'Ask for this prompt' }).click();
  await expect(page.getByText('Thanks. We counted your request.')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Ask for this prompt' })).toHaveCount(0);
  expect(apiCalls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/prompt-requests']);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('a box ticked before the scripts load counts once they have', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, '/terms');
  const release = await holdRequests(page, '**/assets/entry-client-*.js');
  await page.goto(`${app.url}/search?q=squat`, { waitUntil: 'commit' });
  const favorites = page.getByRole('checkbox', { name: 'My Favorites Only' });
  await favorites.check();
  release();
  await expect(page).toHaveURL(/favorites/);
  await expect(favorites).toBeChecked();
});

test('recent searches are offered in the top bar, and are removed for the next member', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, '/search?q=squat');
  await expect(page.getByRole('article').first()).toBeVisible();
  const bar = page.getByRole('combobox', { name: 'Search prompts' });
  await bar.focus();
  const list = page.getByRole('listbox', { name: 'Recent searches' });
  await expect(list.getByRole('option')).toHaveText(['squat', 'Clear recent searches']);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await openAs(page, app, PEOPLE.pro, '/search');
  await bar.focus();
  await expect(bar).toHaveAttribute('aria-expanded', 'false');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.startsWith('searches'))).toEqual([]);
});

test('live results and the palette highlight the words and separate close matches', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/');
  const bar = page.getByRole('combobox', { name: 'Search prompts' });
  await bar.fill('strength zzzqqqxxyy plan');
  const close = page.getByRole('group', { name: 'Close matches' });
  await expect(close.getByRole('option').first()).toBeVisible();
  await expect(close.locator('mark').first()).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await bar.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('budgte');
  const prompts = palette.getByRole('group', { name: 'Prompts for “budget”' });
  await expect(prompts.locator('mark').first()).toHaveText(/budget/i);
  await palette.getByRole('combobox').fill('strength zzzqqqxxyy plan');
  await expect(palette.getByRole('group', { name: 'Close matches' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('the palette’s option chosen by arrows stays chosen when results arrive above', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/terms');
  const answer = await holdRequests(page, '**/api/prompts/search?*');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('health');
  const chosen = palette.getByRole('option', { selected: true });
  await expect(chosen).toHaveText('Health');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText('See all results for “health”');
  answer();
  await expect(palette.getByRole('group', { name: 'Prompts', exact: true })).toBeVisible();
  await expect(chosen).toHaveText('See all results for “health”');
});

test('the palette shows the page that a text names above the prompts', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/terms');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  // Enter takes the first: what does something is never above the prompts.
  await field.fill('sign');
  await expect(palette.getByRole('group', { name: 'Prompts', exact: true })).toBeVisible();
  await expect(palette.getByRole('option').first()).not.toHaveText('Sign Out');
  await field.fill('account');
  await expect(palette.getByRole('option').first()).toHaveText('Account');
  await field.press('Enter');
  await expect(page).toHaveURL(`${app.url}/account`);
});

test('the palette knows everyday words for what it can do', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/terms');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  await field.fill('subscr');
  await expect(palette.getByRole('option', { name: 'Plans' })).toBeVisible();
  await expect(palette.getByRole('option', { name: 'Manage Subscription' })).toBeVisible();
  await field.fill('zzzqqqxxyy');
  await expect(palette.getByRole('status')).toHaveText('No results');
  await expect(palette.getByText('No results found')).toBeVisible();
  await expect(palette.getByRole('option')).toHaveText('See suggestions');
  // Too short to be searched for while it is typed.
  await field.fill('zq');
  await expect(palette.getByRole('option')).toHaveText('See all results for “zq”');
  await expect(palette.getByText('No results found')).toHaveCount(0);
  await field.fill('dark');
  await palette.getByRole('option', { name: 'Change theme to dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

testAllowingConsoleErrors(
  'a search that fails says so in the palette, and is tried again without closing it',
  async ({ page }) => {
    await openAs(page, app, PEOPLE.pro, '/terms');
    await page.route('**/api/prompts/search?*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const field = palette.getByRole('combobox');
    await field.fill('squat');
    await expect(palette.getByRole('option').first()).toHaveText('Search is unavailable. Try again.');
    await page.unroute('**/api/prompts/search?*');
    await field.press('Enter');
    await expect(palette.getByRole('option').first().locator('mark')).toHaveText(/squat/i);
  },
);

test('the last chosen sort is applied on the next visit', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, '/search?q=plan');
  const sort = page.getByLabel('Sort', { exact: true });
  await sort.selectOption('rating');
  await expect(page).toHaveURL(`${app.url}/search?q=plan&sortBy=rating`);
  const searchFromElsewhere = async () => {
    await page
      .getByRole('link', { name: /^Fitness/ })
      .first()
      .click();
    await expect(page).toHaveURL(`${app.url}/category/fitness`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Fitness/);
    const bar = page.getByRole('combobox', { name: 'Search prompts' });
    await bar.fill('sleep');
    await bar.press('Enter');
  };
  await searchFromElsewhere();
  await expect(page).toHaveURL(`${app.url}/search?q=sleep&sortBy=rating`);
  await expect(sort).toHaveValue('rating');
  await sort.selectOption('popular');
  await expect(page).toHaveURL(`${app.url}/search?q=sleep`);
  await searchFromElsewhere();
  await expect(page).toHaveURL(`${app.url}/search?q=sleep`);
  await expect(sort).toHaveValue('popular');
});
