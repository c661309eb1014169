import type { Page } from '@playwright/test';
import { membersApp } from './apps.ts';
import { expect, open, testAllowingConsoleErrors, waitForHydration } from './fixtures.ts';
import { continueWithGoogle, PEOPLE, startSession } from './sign-in.ts';

testAllowingConsoleErrors.describe.configure({ mode: 'serial' });

const app = membersApp;

/** As from another device: the server ends the session, this browser keeps its cookie. */
async function endElsewhere(page: Page): Promise<void> {
  const cookie = (await page.context().cookies(app.url))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const response = await fetch(`${app.url}/api/logout`, {
    method: 'POST',
    headers: { cookie, origin: app.url },
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
}

/** Nobody else's: it is ended. */
async function openWithOwnSession(page: Page, path: string): Promise<void> {
  await page.context().addCookies(await startSession(app, PEOPLE.pro));
  await open(page, `${app.url}${path}`);
}

const FILTERED = '/category/fitness?sort=newest';

testAllowingConsoleErrors(
  'a press after the session ended says so, and signing in leads back',
  async ({ page }) => {
    await openWithOwnSession(page, FILTERED);
    await endElsewhere(page);
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Favorite “/ })
      .first()
      .click();
    await expect(page.getByText('Unauthorized', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('You are logged out. Logging in again...').first()).toBeVisible();
    await expect(page).toHaveURL(`${app.url}/login?returnUrl=${encodeURIComponent(FILTERED)}`);
    // Nothing of the member's is left in the browser's frame.
    await expect(page.getByRole('navigation', { name: 'Member' })).toHaveCount(0);
    await continueWithGoogle(page, PEOPLE.pro);
    await expect(page).toHaveURL(`${app.url}${FILTERED}`);
    await expect(page.getByRole('navigation', { name: 'Member' })).toBeVisible();
  },
);

testAllowingConsoleErrors(
  'a page asked for after the session ended is the one that sign-in leads to',
  async ({ page }) => {
    await openWithOwnSession(page, '/category/fitness');
    await endElsewhere(page);
    const link = page.getByRole('article').first().getByRole('link').first();
    await link.click();
    await expect(page.getByText('Unauthorized', { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fcategory%2Ffitness%3Fprompt%3D/);
    await continueWithGoogle(page, PEOPLE.pro);
    await expect(page).toHaveURL(/\/category\/fitness\?prompt=/);
    await waitForHydration(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

testAllowingConsoleErrors(
  'what was being written when the session ended is there after signing in again',
  async ({ page }) => {
    await openWithOwnSession(page, '/category/fitness');
    const href = await page.getByRole('article').first().getByRole('link').first().getAttribute('href');
    await open(page, `${app.url}${href}`);
    const box = page.getByRole('textbox', { name: 'Add a comment...' });
    await box.fill('Not yet posted');
    await endElsewhere(page);
    await page.getByRole('button', { name: 'Post Comment' }).click();
    await expect(page.getByText('Unauthorized', { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/login\?returnUrl=/);
    await continueWithGoogle(page, PEOPLE.pro);
    await expect(page).toHaveURL(`${app.url}${href}`);
    await expect(box).toHaveValue('Not yet posted');
  },
);
