import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { type Components, type Opened, startComponents } from '#web/testing/component-page.ts';

let components: Components;
beforeAll(async () => {
  components = await startComponents(join(import.meta.dirname, '../live/live-search.fixture.tsx'));
});
afterAll(() => components.close());

let opened: Opened | undefined;
afterEach(async () => {
  expect(opened?.consoleErrors).toEqual([]);
  await opened?.page.evaluate(() => localStorage.clear());
});

async function openWith(texts: string[]) {
  opened = await components.open({ respond: () => ({ json: [] }) });
  const { page, calls } = opened;
  await page.evaluate((list) => localStorage.setItem('searches:ada', JSON.stringify(list)), texts);
  const field = page.getByRole('combobox', { name: 'Search prompts' });
  return { page, calls, field, options: page.getByRole('option') };
}
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('searches:ada'));

test('the empty field opens recent searches, which can be searched again by key', async () => {
  const { page, field, options, calls } = await openWith(['meal plan', 'budget']);
  await field.focus();
  await expect(page.getByRole('listbox', { name: 'Recent searches' })).toBeVisible();
  await expect(options).toHaveText(['meal plan', 'budget', 'Clear recent searches']);
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page.locator('output')).toHaveText('search: budget');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  expect(calls).toEqual([]);
});

test('recent searches are removed one by one, by Delete and by pointer, and all at once', async () => {
  const { page, field, options } = await openWith(['one', 'two', 'three', 'four']);
  await field.focus();
  await field.press('ArrowDown');
  await field.press('Delete');
  await expect(options).toHaveText(['two', 'three', 'four', 'Clear recent searches']);
  await page.getByTitle('Remove “three”').click();
  await expect(options).toHaveText(['two', 'four', 'Clear recent searches']);
  expect(await stored(page)).toBe('["two","four"]');
  await expect(field).toBeFocused();
  // From the row that took its place over the field to the end.
  await field.press('ArrowUp');
  await field.press('ArrowUp');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  expect(await stored(page)).toBeNull();
});

test('recent searches make room for what is typed, and come back', async () => {
  const { field, options } = await openWith(['one']);
  await field.focus();
  await expect(options).toHaveCount(2);
  await field.fill('pl');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.fill('');
  await expect(options).toHaveCount(2);
  await field.press('Escape');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
});
