import type { BrowserContext, Page } from '@playwright/test';
import type { Interaction } from '#contract/interactions.ts';
import { LIMITS } from '#contract/limits.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, open, reload, test } from './fixtures.ts';
import { forgetSession } from './sign-in.ts';

test.describe.configure({ mode: 'serial' });

const app = membersApp;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

/** As Linus of the sandbox, who is a Pro member. */
async function openSignedIn(page: Page, path: string): Promise<void> {
  await page.context().addCookies(cookies);
  await open(page, `${app.url}${path}`);
}

test('signing in leads back to the requested page, rendered for the member', async ({ page }) => {
  await open(page, `${app.url}/login?returnUrl=/category/fitness`);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: /Linus/ }).click();
  await expect(page).toHaveURL(`${app.url}/category/fitness`);
  await expect(page.getByRole('navigation', { name: 'Member' })).toBeVisible();
  cookies = await page.context().cookies(app.url);
});

for (const path of [
  '/',
  '/category/fitness',
  '/category/fitness/strength-at-home',
  '/search?q=pull-up',
  '/favorites',
  '/recent',
  '/top-rated',
  '/test-auth',
  '/terms',
]) {
  test(`${path}: the server draws the member’s frame, and it hydrates silently`, async ({ page }) => {
    await openSignedIn(page, path);
    const html = await (await page.request.get(`${app.url}${path}`)).text();
    expect(html).toContain('aria-label="Member"');
    await expect(page.getByRole('navigation', { name: 'Member' })).toBeVisible();
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });
}

test('a prompt opens in a modal, which returns the focus, and on its own page', async ({ page }) => {
  await openSignedIn(page, '/category/fitness');
  const card = page.getByRole('article').first().getByRole('link').first();
  const href = await card.getAttribute('href');
  const title = await card.textContent();
  await card.click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toHaveText(title ?? '');
  await expect(page).toHaveURL(/[?&]prompt=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(card).toBeFocused();
  // Closing goes back in the history, which would end a visit that has just begun.
  await expect(page).not.toHaveURL(/[?&]prompt=/);
  await open(page, `${app.url}${href}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});

test('favorites and votes too many for the page are fetched after it, and it hydrates without errors', async ({
  page,
}) => {
  await page.context().addCookies(cookies);
  const all: Record<string, Interaction> = await (
    await page.request.get(`${app.url}/api/user/interactions`)
  ).json();
  expect(Object.keys(all).length).toBeGreaterThan(LIMITS.interactionsInPage);
  const id = Object.keys(all).find((each) => all[each]?.isFavorited && all[each].vote === 'up');
  await open(page, `${app.url}/prompt/${id}`);
  for (const name of [/^Favorite/, /^Upvote(?! comment)/]) {
    await expect(page.getByRole('button', { name }).first()).toHaveAttribute('aria-pressed', 'true');
  }
});

test('adding a favorite is stored, and a toast says so', async ({ page }) => {
  await openSignedIn(page, '/category/fitness?sort=newest');
  // The first card that has one: the newest may be locked.
  const heart = page
    .getByRole('article')
    .getByRole('button', { name: /^Favorite/ })
    .first();
  const before = await heart.getAttribute('aria-pressed');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true');
  const words = before === 'true' ? 'Removed from favorites' : 'Added to favorites';
  await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  await reload(page);
  await expect(heart).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true');
});

test('the shortcut list and the palette open by their keys', async ({ page }) => {
  await openSignedIn(page, '/');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('the API page is the same for everybody, and a member still has their own frame', async ({ page }) => {
  await openSignedIn(page, '/docs/api');
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Member' })).toBeVisible();
  await forgetSession(page);
  await open(page, `${app.url}/docs/api`);
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
});

test('signing out ends the session', async ({ page }) => {
  await openSignedIn(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await page.context().addCookies(cookies);
  await page.goto(`${app.url}/recent`);
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
});

test('a visitor at a prompt sees a notice, signs in after half a second, and comes back', async ({
  page,
}) => {
  const { prompts } = await (await page.request.get(`${app.url}/api/categories/fitness`)).json();
  const { id, title } = prompts.find(({ isLocked }: { isLocked: boolean }) => !isLocked);
  await page.goto(`${app.url}/prompt/${id}`);
  await expect(page.getByText('You are logged out. Logging in again...').first()).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/login?returnUrl=${encodeURIComponent(`/prompt/${id}`)}`);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: /Ada/ }).first().click();
  await expect(page).toHaveURL(`${app.url}/prompt/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});
