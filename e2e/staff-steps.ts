import type { Locator, Page } from '@playwright/test';

export const STAFF_PAGES = [
  '/admin',
  '/admin/members',
  '/admin/orders',
  '/admin/moderation',
  '/admin/support',
  '/admin/support?view=answers',
  '/admin/library',
  '/admin/library?view=requests',
  '/admin/library?view=import',
  '/admin/audit',
];

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const dialog = (page: Page) => page.getByRole('dialog');

/** Tables that have to be scrolled sideways. */
export const wideTables = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((frames) =>
      frames.filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.ariaLabel),
    );

/** By keyboard alone, from wherever the focus is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('No key leads there.');
}

/** What staff do in a dialog, with its reason. */
export async function act(page: Page, button: string, confirm: string, reason = 'A test'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await dialog(page).getByLabel('Reason, for the record').fill(reason);
  await dialog(page).getByRole('button', { name: confirm, exact: true }).click();
}
