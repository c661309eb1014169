import { membersApp as app } from './apps.ts';
import { expect, open, reload, test } from './fixtures.ts';
import { openAs } from './sign-in.ts';

/** A member no other test uses, with favorites of this file only. */
const MEMBER = 'Keeper';

test('favorites come in pages, are searched and filtered, and their state is in the address', async ({
  page,
}) => {
  await openAs(page, app, MEMBER, '/favorites');
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  const titles = await page.evaluate(async () => {
    const kept: string[] = [];
    for (const [slug, count] of [
      ['fitness', 20],
      ['health', 10],
    ] as const) {
      const { prompts } = await (await fetch(`/api/categories/${slug}?limit=${count}`)).json();
      for (const { id, title } of prompts) {
        await fetch(`/api/prompts/${id}/favorite`, { method: 'POST' });
        kept.push(title);
      }
    }
    return kept;
  });
  await open(page, `${app.url}/favorites`);
  const cards = page.getByRole('article');
  await expect(page.getByText('30 favorites • Most recently added')).toBeVisible();
  await expect(cards).toHaveCount(24);
  await page.getByRole('button', { name: 'Load More Favorites' }).click();
  await expect(cards).toHaveCount(30);

  await page.getByRole('combobox', { name: 'Category' }).selectOption('Health');
  await expect(page).toHaveURL(/category=health/);
  await expect(page.getByText('10 of 30 favorites • Most recently added')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Alphabetical');
  await expect(page.getByText('10 of 30 favorites • A to Z')).toBeVisible();
  const health = titles.slice(20).sort((a, b) => a.localeCompare(b, 'en'));
  await expect(cards.first().getByRole('heading')).toHaveText(health[0] ?? '');

  const field = page.getByRole('searchbox', { name: 'Search my favorites' });
  await field.fill('zzzqqq');
  await expect(page.getByRole('heading', { name: 'No Prompts Match Your Filters' })).toBeVisible();
  await expect(page.getByText('No favorite matches “zzzqqq” with these filters.')).toBeVisible();
  await expect(page.getByText('0 of 30 favorites • A to Z')).toBeVisible();
  await expect(page).toHaveURL(/q=zzzqqq/);
  await expect(field).toBeFocused();
  await reload(page);
  await expect(field).toHaveValue('zzzqqq');
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL(`${app.url}/favorites?sort=title`);
  await expect(field).toHaveValue('');
  await expect(page.getByText('30 favorites • A to Z')).toBeVisible();

  await field.fill(titles[0] ?? '');
  await expect(page).toHaveURL(/q=/);
  await expect(cards.filter({ hasText: titles[0] ?? '' })).toHaveCount(1);
  await cards
    .filter({ hasText: titles[0] ?? '' })
    .getByRole('button', { name: /^Favorite/ })
    .click();
  await expect(cards.filter({ hasText: titles[0] ?? '' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards.filter({ hasText: titles[0] ?? '' })).toHaveCount(1);
  await expect(page.getByText('Added to favorites').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/category=health/);
});

test('Back right after typing drops the typed text, and choosing a sort applies it', async ({ browser }) => {
  // In a context of its own, whose clock nobody else has.
  const page = await browser.newPage();
  await page.clock.install();
  await openAs(page, app, MEMBER, '/favorites?tier=pro');
  const field = page.getByRole('searchbox', { name: 'Search my favorites' });
  await page.getByRole('combobox', { name: 'Tier' }).selectOption('Advanced');
  await expect(page).toHaveURL(`${app.url}/favorites?tier=advanced`);
  await page.clock.pauseAt(Date.now() + 60_000);
  await field.fill('zzzqqq');
  await page.goBack();
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(`${app.url}/favorites?tier=pro`);
  await expect(field).toHaveValue('');

  await field.fill('zzzqqq');
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Alphabetical');
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(`${app.url}/favorites?q=zzzqqq&tier=pro&sort=title`);
  await expect(field).toHaveValue('zzzqqq');
  await page.close();
});

test('the dashboard shows three steps until a prompt is copied, then what to continue with', async ({
  page,
}) => {
  await openAs(page, app, 'Newcomer', '/');
  const steps = page.getByRole('region', { name: 'Your first prompt in three steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Continue' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Popular in the library' })).toBeVisible();

  const card = page.getByRole('region', { name: 'Popular in the library' }).getByRole('article').first();
  const title = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'Promptarium' }).first().click();
  const next = page.getByRole('region', { name: 'Continue' });
  await expect(next.getByRole('link', { name: title })).toBeVisible();
  await expect(steps.getByText('Find a prompt (done)')).toBeVisible();
  const { id, userId } = await page.evaluate(async () => {
    const { recent } = await (await fetch('/api/user/dashboard')).json();
    await fetch(`/api/prompts/${recent[0].id}/copy`, { method: 'POST' });
    return { id: recent[0].id, userId: (await (await fetch('/api/auth/user')).json()).id };
  });
  const store = { shared: { country: 'Norway' }, prompts: { [id]: { goal: 'a quiet week' } } };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `variables:${userId}`,
    JSON.stringify(store),
  ] as const);
  await reload(page);
  await expect(next.getByText('Filled in: a quiet week')).toBeVisible();
  await expect(next.getByText(/^Last used: Today, /)).toBeVisible();
  await expect(next.getByRole('button', { name: `Copy “${title}”` })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('one recent prompt is removed, and the others stay; undone, it is where it was', async ({ page }) => {
  await openAs(page, app, 'Forgetter', '/');
  await page.evaluate(async () => {
    const { prompts } = await (await fetch('/api/categories/fitness?limit=2')).json();
    for (const { id } of prompts) await fetch(`/api/user/recents/${id}`, { method: 'PUT' });
  });
  await open(page, `${app.url}/recent`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first().getByRole('button', { name: /show the exact date$/ })).toBeHidden();
  const kept = (await cards.nth(1).getByRole('heading').textContent()) ?? '';
  await cards
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(cards.nth(1).getByRole('heading')).toHaveText(kept);
  await cards
    .first()
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect(cards).toHaveCount(1);
  await expect(page.getByText('1 prompt • Last used first')).toBeVisible();
  await expect(cards.getByRole('link', { name: kept })).toBeFocused();
  await reload(page);
  await expect(cards.getByRole('heading')).toHaveText(kept);
  await page.getByRole('button', { name: /^Remove/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No recent prompts' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a topic that does not exist leads to its category', async ({ page }) => {
  await page.goto('/category/fitness/nowhere');
  await page.getByRole('link', { name: 'Fitness Prompts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fitness Prompts');
});

test('a page that failed without a connection loads by itself once the connection is back', async ({
  page,
  consoleErrors,
}) => {
  await openAs(page, app, MEMBER, '/');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Top Rated', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Top Rated' })).toBeVisible();
  for (const line of consoleErrors.splice(0))
    expect(line).toMatch(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
});

test('a chosen sort is remembered for lists of its kind, and Back shows the sort of its address', async ({
  page,
}) => {
  await openAs(page, app, MEMBER, '/category/fitness');
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await sort.selectOption('Newest');
  await expect(page).toHaveURL(/fitness\?sort=newest/);
  await page
    .getByRole('link', { name: /^Health/ })
    .first()
    .click();
  await expect(page).toHaveURL(/category\/health\?sort=newest/);
  await sort.selectOption('Most Popular');
  await expect(page).toHaveURL(`${app.url}/category/health`);
  await page
    .getByRole('link', { name: /^Family/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${app.url}/category/family`);
  await reload(page);
  await expect(sort).toHaveValue('popular');

  await sort.selectOption('Newest');
  await expect(page).toHaveURL(/family\?sort=newest/);
  await page
    .getByRole('link', { name: /^Career/ })
    .first()
    .click();
  await expect(page).toHaveURL(/career\?sort=newest/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${app.url}/category/health`);
  await expect(sort).toHaveValue('popular');
});

test('the account menu has orders, theme, shortcuts and help', async ({ page }) => {
  await openAs(page, app, MEMBER, '/top-rated');
  const button = page.getByRole('button', { name: /^Account of/ });
  await button.press('Enter');
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await expect(item('My Custom Prompts')).toHaveAttribute('href', '/orders');
  await expect(item('Help')).toHaveAttribute('href', '/help');
  await item(/^Theme/).press('Enter');
  await expect(item('Theme: light')).toBeFocused();
  await item(/^Theme/).press('Enter');
  await item(/^Theme/).press('Enter');
  await expect(item('Theme: system')).toBeVisible();
  await item('Keyboard Shortcuts').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
