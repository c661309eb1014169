import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { paidApp } from './apps.ts';
import { expect, expectToFit, open, test } from './fixtures.ts';
import { subscribe, subscriptionsOf, tierBadge } from './payment-steps.ts';
import { openAs } from './sign-in.ts';

// What a member does with the account itself, up to leaving.
const app = paidApp;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });

test('a name of one’s own, and the session that is this device', async ({ page }) => {
  await openAs(page, app, 'nadia', '/account');
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('This device');
  await page.getByLabel('Name shown to others').fill('Nadia the Writer');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Nadia the Writer' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expectToFit(page);
});

test('a member who pays takes their data along, deletes the account, and is a visitor with no plan at the provider', async ({
  page,
}) => {
  await subscribe(page, app, 'lena', 'pro');
  await open(page, `${app.url}/account`);
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export my data' }).click();
  expect((await download).suggestedFilename()).toBe('promptarium-account.zip');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await dialog(page).getByLabel('Type DELETE to confirm').fill('delete');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Type DELETE in capital letters.')).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog(page).getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  expect((await subscriptionsOf(app, 'lena')).map(({ status }) => status)).toEqual(['canceled']);
});
