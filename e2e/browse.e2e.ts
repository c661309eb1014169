import { findAccessibilityProblems } from './accessibility.ts';
import { expect, open, test } from './fixtures.ts';

test('a visitor goes from the landing page to a category, filters it and comes back', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'View Categories' }).click();
  await page
    .locator('#categories')
    .getByRole('link', { name: /^Productivity/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Productivity Prompts');
  await expect(page).toHaveTitle(/^Productivity Prompts/);

  const chips = page.getByRole('group', { name: 'Topics' });
  await expect(chips.getByRole('button', { name: /\d+ prompts$/ })).toHaveCount(4);
  const showAll = chips.getByRole('button', { name: /^Show all \(\d+\)/ });
  const all = Number(/\d+/.exec((await showAll.textContent()) ?? '')?.[0]);
  await showAll.click();
  await expect(chips.getByRole('button', { name: /\d+ prompts$/ })).toHaveCount(all);
  await chips.getByRole('button', { name: 'Show Less' }).click();

  const chip = chips.getByRole('button', { name: /Time & Task Systems/ });
  const count = /(\d+) prompts$/.exec((await chip.textContent()) ?? '')?.[1];
  await chip.click();
  await expect(page).toHaveURL(/topics=task-systems/);
  await expect(page.getByText(new RegExp(`of ${count}\\b|^${count} prompts`)).first()).toBeAttached();
  await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Newest' });
  await expect(page).toHaveURL(/sort=newest/);

  await page.goBack();
  await expect(page).not.toHaveURL(/sort=newest/);
  await page.goForward();
  await expect(page).toHaveURL(/sort=newest/);
  await expect(page.getByLabel('Sort', { exact: true })).toHaveValue('newest');
  await chips.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).not.toHaveURL(/topics=/);
});

test('Load More adds twelve prompts, keeps the scroll position, and announces the end', async ({
  page,
  request,
}) => {
  // A chip's worth: few enough to come to the end of, in an order that members do not change meanwhile.
  const filter = '/category/fitness?sort=newest&topics=running-endurance,sports-performance';
  const { total } = await (
    await request.get(`/api/categories/fitness${filter.slice(filter.indexOf('?'))}`)
  ).json();
  expect(total).toBeGreaterThan(24);
  await open(page, filter);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(12);
  const more = page.getByRole('button', { name: 'Load More Prompts' });
  await more.click();
  await expect(cards).toHaveCount(24);
  await expect(cards.nth(12).getByRole('link').first()).toBeFocused();
  await expect(page.getByText(`Showing 24 of ${total}`)).toBeAttached();
  for (let shown = 24; shown < total; shown += 12) {
    await more.click();
    await expect(cards).toHaveCount(Math.min(shown + 12, total));
  }
  await expect(more).toBeDisabled();
  await expect(page.getByText(`All ${total} prompts shown`)).toBeVisible();
  const ids = await cards
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(ids.filter((href) => href?.startsWith('/prompt/'))).size).toBe(total);
});

test('a card asks a visitor to sign in, and gives the focus back', async ({ page }) => {
  await open(page, '/category/fitness');
  const card = page.getByRole('article').first().getByRole('link').first();
  await card.click();
  const dialog = page.getByRole('dialog', { name: 'Sign In Required' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    /\/api\/auth\/google\?returnUrl=/,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
});

test('a prompt’s own address leads a visitor to the sign-in page and remembers the way', async ({ page }) => {
  await open(page, '/category/fitness');
  const card = page.getByRole('article').first().getByRole('link').first();
  const [href, title] = [await card.getAttribute('href'), (await card.textContent()) ?? ''];
  await page.goto(href ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('alert').filter({ hasText: 'Unauthorized' })).toContainText(
    'You are logged out. Logging in again...',
  );
  await expect(page).toHaveURL(new RegExp(`/login\\?returnUrl=${encodeURIComponent(href ?? '')}$`));
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('the sign-in page says when signing in is not set up', async ({ page }) => {
  await open(page, '/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL(/\/login\?.*error=google_not_configured/);
  await expect(page.getByRole('alert')).toHaveText(
    'Google login is not yet configured. Please set up your Google OAuth credentials.',
  );
});

test('a category can be reached, sorted and left by keyboard alone', async ({ page }) => {
  await open(page, '/category/fitness');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /Skip to/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const search = page.getByRole('main').getByRole('searchbox');
  await search.focus();
  await page.keyboard.type('strength');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=strength&category=fitness');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search & Discovery');
});

test('invalid query parameters are ignored, and valid ones apply', async ({ page, apiCalls }) => {
  await open(page, '/category/fitness?sort=zzz');
  await expect(page.getByRole('article')).toHaveCount(12);
  await expect(page.getByLabel('Sort', { exact: true })).toHaveValue('popular');
  await open(page, '/category/fitness/gym-strength?sort=bad');
  await expect(page.getByRole('article')).toHaveCount(12);
  await open(page, '/search?q=plan&tier=zz&sortBy=zz');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByText('undefined')).toHaveCount(0);
  expect(apiCalls).toEqual([]);
});
