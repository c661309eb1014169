import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, expectToFit, open, test } from './fixtures.ts';
import { CARDS, fillCard } from './payment-steps.ts';
import { openAs, read, startSession } from './sign-in.ts';

/** In order: what one test does is in the audit log of the next. */
test.describe.configure({ mode: 'serial' });

const app = membersApp;

test.beforeAll(async () => {
  await startSession(app, 'rooty');
  await startSession(app, 'wanda');
  await app.admin('grant', 'rooty@example.com');
});

const asAdmin = (page: Page, path: string) => openAs(page, app, 'rooty', path);
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');

async function openMember(page: Page, name: string): Promise<void> {
  await asAdmin(page, '/admin/members');
  await page.getByLabel('Name, address or id').fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${name}`));
  await row(page, `${name}@example.com`).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Acts' })).toBeVisible();
}

async function act(page: Page, button: string, confirm: string, reason = 'A test'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await dialog(page).getByLabel('Reason, for the record').fill(reason);
  await dialog(page).getByRole('button', { name: confirm, exact: true }).click();
}

test('staff find the back office in their menu, and nobody else finds it at all', async ({ page }) => {
  await asAdmin(page, '/');
  await page.getByRole('button', { name: 'Account of rooty' }).click();
  await page.getByRole('menuitem', { name: 'Back Office' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openAs(page, app, 'wanda', '/');
  await page.getByRole('button', { name: 'Account of wanda' }).click();
  await expect(page.getByRole('menuitem', { name: 'Back Office' })).toHaveCount(0);
  expect((await page.goto(`${app.url}/admin/members`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

test('a tier is given with a reason and taken back, and both are on record', async ({ page }) => {
  await openMember(page, 'wanda');
  await page.getByRole('button', { name: 'Give or take a tier' }).click();
  await dialog(page).getByRole('button', { name: 'Set the tier' }).click();
  await expect(dialog(page).getByText('Say why: the audit log keeps it.')).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog(page).getByLabel('Tier').selectOption('pro');
  await dialog(page).getByLabel('Until the end').fill('2099-12-31');
  await dialog(page).getByLabel('Reason, for the record').fill('Won a prize');
  await dialog(page).getByRole('button', { name: 'Set the tier' }).click();
  await expect(page.getByText('pro, before 2100-01-01')).toBeVisible();
  await openAs(page, app, 'wanda', '/favorites');
  await expect(page.getByRole('banner').getByText('Pro Tier')).toBeVisible();
  await openMember(page, 'wanda');
  await page.getByRole('button', { name: 'Give or take a tier' }).click();
  await dialog(page).getByLabel('Tier').selectOption('basic');
  await dialog(page).getByLabel('Reason, for the record').fill('The prize is over');
  await dialog(page).getByRole('button', { name: 'Set the tier' }).click();
  await expect(page.getByText('Given by staffnothing')).toBeVisible();
  await asAdmin(page, '/admin/audit?act=grant+tier');
  await expect(row(page, 'Won a prize')).toContainText('rooty@example.com');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit-log.csv');
});

test('a suspended member is told so, and is back when it ends', async ({ page }) => {
  await openMember(page, 'wanda');
  await act(page, 'Suspend', 'Suspend');
  await expect(page.getByText('suspended', { exact: true })).toBeVisible();
  await openAs(page, app, 'wanda', '/favorites');
  await expect(page.getByText('Your account is suspended.')).toBeVisible();
  await openMember(page, 'wanda');
  await act(page, 'End the suspension', 'End the suspension');
  await expect(page.getByText('Stateactive')).toBeVisible();
  await openAs(page, app, 'wanda', '/favorites');
  await expect(page.getByRole('heading', { name: 'My Favorites' })).toBeVisible();
});

test('a report goes from click to decision', async ({ page }) => {
  const [prompt] = await read<{ id: string }[]>(app, '/api/prompts/search?tier=basic&limit=1');
  const panel = page.getByRole('region', { name: 'Comments' });
  const text = 'Cheap watches at my place';
  await openAs(page, app, 'wanda', `/prompt/${prompt?.id}`);
  await panel.getByRole('textbox', { name: 'Add a comment...' }).fill(text);
  await panel.getByRole('button', { name: 'Post Comment' }).click();
  const comment = panel.getByRole('article').filter({ hasText: text });
  await expect(comment).toBeVisible();
  await openAs(page, app, 'Ada', `/prompt/${prompt?.id}`);
  await comment.getByRole('button', { name: 'Report' }).click();
  await dialog(page)
    .getByRole('button', { name: /Report|Send/ })
    .last()
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await asAdmin(page, '/admin/moderation');
  const found = page.getByRole('article').filter({ hasText: text });
  await expect(found).toContainText('Ada');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await found.getByRole('button', { name: 'Hide' }).click();
  await dialog(page).getByLabel('Reason, for the record').fill('Advertising');
  await dialog(page).getByRole('button', { name: 'Hide' }).click();
  await expect(found).toHaveCount(0);
  await openAs(page, app, 'Ada', `/prompt/${prompt?.id}`);
  await expect(panel.getByRole('heading').first()).toBeVisible();
  await expect(comment).toHaveCount(0);
});

test('an order goes from payment to acceptance without a shell', async ({ page }) => {
  await openAs(page, app, 'olga', '/subscribe?tier=engineer');
  await page.getByLabel('What should the prompt do?').fill('Sort my seeds');
  await page.getByLabel('The situation').fill('A drawer full of bags.');
  await page.getByLabel('A good result').fill('A table.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await fillCard(page, CARDS.good);
  await page.getByRole('form', { name: 'Payment' }).getByRole('button', { name: 'Pay $99' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await asAdmin(page, '/admin/orders');
  await page.getByRole('link', { name: 'Sort my seeds' }).click();
  await page.getByRole('button', { name: 'Take this order' }).click();
  const file = page.getByLabel('Front matter and text');
  await expect(page.getByRole('button', { name: 'Take this order' })).toHaveCount(0);
  await file.fill(`${await file.inputValue()}Sort [seeds] into a table.`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('[seeds] is not a declared variable')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deliver' })).toBeDisabled();
  await file.fill((await file.inputValue()).replace('[seeds]', 'my seeds'));
  await page.getByLabel('Note to the buyer').fill('Best in spring.');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'As the buyer will see it' });
  await expect(preview).toContainText('Sort my seeds into a table.');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByRole('heading', { name: /^Delivered/ })).toBeVisible();
  await openAs(page, app, 'olga', '/orders');
  await page.getByRole('link', { name: 'Sort my seeds' }).click();
  await expect(page.getByText('Best in spring.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await dialog(page).getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('This order is complete.')).toBeVisible();
});

test('pages of staff fit, are accessible, and are no part of a visitor’s', async ({ page }) => {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const path of ['/admin', '/admin/members', '/admin/orders', '/admin/moderation', '/admin/audit']) {
      await asAdmin(page, path);
      expect(await findAccessibilityProblems(page), path).toEqual([]);
      await expectToFit(page, path);
    }
  }
  await page.context().clearCookies();
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
  });
  await open(page, `${app.url}/category/fitness`);
  await page.getByRole('link', { name: 'Help' }).first().hover();
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script.includes('/api/admin/')).toBe(false);
});
