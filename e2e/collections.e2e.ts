import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp as app, visitorsApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, reload, test } from './fixtures.ts';
import { openAs, PEOPLE, read, retrySuffix } from './sign-in.ts';

test.describe.configure({ mode: 'serial' });

const NAME = 'Weeknight runs';
/** Of the first cards of the category; all of its collection. */
const titles: string[] = [];
let address = '';

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Prompts in this collection' }).getByRole('listitem');
const order = async (page: Page) =>
  (await rows(page).getByRole('link').allTextContents()).map((text) => text.trim());

test.beforeAll(() => {
  titles.length = 0;
});

test('prompts are added from a card, from the modal, by key and from the palette', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/category/fitness');
  const cards = page.getByRole('article');
  for (const at of [0, 1, 2]) titles.push((await cards.nth(at).getByRole('heading').textContent()) ?? '');

  const opener = cards.first().getByRole('button', { name: /to a collection$/ });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Add to collection' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'New collection' })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Give the collection a name.')).toBeVisible();
  await page.keyboard.type(NAME);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: NAME })).toBeChecked();
  await expect(dialog.getByRole('status')).toHaveText(`Added to ${NAME}`);
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await cards.nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Add to collection', exact: true }).click();
  await dialog.getByRole('checkbox', { name: NAME }).check();
  await expect(dialog.getByRole('status')).toHaveText(`Added to ${NAME}`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');

  await cards.nth(2).getByRole('link').first().focus();
  await page.keyboard.press('a');
  await expect(dialog.getByText(titles[2] ?? '')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Go to a prompt/ }).fill('to coll');
  await page.getByRole('option', { name: 'Add to collection…' }).click();
  await expect(dialog.getByText(titles[2] ?? '')).toBeVisible();
  await dialog.getByRole('checkbox', { name: NAME }).check();
  await expect(dialog.getByRole('status')).toHaveText(`Added to ${NAME}`);
});

test('a collection can be reordered by keyboard and pointer, and keeps the order', async ({ page }) => {
  const [first = '', second = '', third = ''] = titles;
  await openAs(page, app, PEOPLE.pro, '/collections');
  await page.getByRole('main').getByRole('link', { name: NAME }).click();
  await expect.poll(() => order(page)).toEqual([first, second, third]);

  const menu = page.getByRole('button', { name: `More for ${first}` });
  const moveDown = async () => {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Move down' }).press('Enter');
  };
  await moveDown();
  await expect.poll(() => order(page)).toEqual([second, first, third]);
  await expect(menu).toBeFocused();
  await expect(page.getByText(`${first}: moved to 2 of 3`)).toBeAttached();
  await moveDown();
  await expect.poll(() => order(page)).toEqual([second, third, first]);
  await expect(menu).toBeFocused();

  await rows(page)
    .nth(2)
    .getByTitle('Drag to move')
    .dragTo(rows(page).first(), { targetPosition: { x: 60, y: 4 } });
  await expect.poll(() => order(page)).toEqual([first, second, third]);
  await page.getByRole('button', { name: `More for ${third}` }).click();
  await page.getByRole('menuitem', { name: 'Move to top' }).click();
  await expect.poll(() => order(page)).toEqual([third, first, second]);

  await page.getByRole('button', { name: `More for ${third}` }).click();
  await page.getByRole('menuitem', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: /^Your note/ }).fill('Before the <b>first</b> run.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(rows(page).first()).toContainText('Before the <b>first</b> run.');
  await reload(page);
  await expect.poll(() => order(page)).toEqual([third, first, second]);
  await expect(rows(page).first()).toContainText('Before the <b>first</b> run.');
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page, `${width}`);
  }
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('a collection is exported, and shared with everybody', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/collections');
  await page.getByRole('main').getByRole('link', { name: NAME }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('promptarium-weeknight-runs.csv');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.indexOf(titles[2] ?? '')).toBeLessThan(file.indexOf(titles[0] ?? ''));

  // The color of its cover, by the keyboard.
  await page.getByRole('button', { name: /^Edit/ }).press('Enter');
  const edit = page.getByRole('dialog');
  await edit.getByRole('radio', { name: 'blue' }).focus();
  await page.keyboard.press('ArrowRight');
  const color = await edit
    .getByRole('radio', { checked: true })
    .evaluate((radio) => radio.parentElement?.textContent);
  expect(color).not.toBe('blue');
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(edit).toHaveCount(0);
  await reload(page);
  await page.getByRole('button', { name: /^Edit/ }).press('Enter');
  await expect(edit.getByRole('radio', { name: color ?? '' })).toBeChecked();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this collection' });
  // Looking through the choices by the keyboard shares nothing; the button does.
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && changes.push(request.url()));
  await dialog.getByRole('radio', { name: /^Private/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: /^Public/ })).toBeChecked();
  await expect(
    dialog.getByText('Others can see the name, description, titles and your notes.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('3 prompts • Private')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByRole('radio', { name: /^Private/ })).toBeChecked();
  expect(changes).toEqual([]);

  await dialog.getByRole('radio', { name: /^Public/ }).check();
  await dialog.getByRole('button', { name: 'Make public' }).press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: /^Public/ })).toBeFocused();
  const field = dialog.getByRole('textbox', { name: 'Address of the collection' });
  await expect(field).toHaveValue(/\/c\/weeknight-runs-[a-z2-7]{6}$/);
  address = new URL(await field.inputValue()).pathname;
  await dialog.getByRole('checkbox', { name: 'Show my name: Linus Berg' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /^Show my name/ })).toBeChecked();
  expect(changes).toHaveLength(2);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('link', { name: 'Public page' })).toBeVisible();
});

test('visitors see a shared collection with locks; a member copies and reports it', async ({
  page,
  consoleErrors,
}) => {
  await app.query(
    `insert into collection_prompts (collection_id, prompt_id, position)
     select c.id, (select prompt_id from prompt_stats where is_listed order by tier_rank desc limit 1), 9
     from collections c where '/c/' || c.slug = $1`,
    [address],
  );
  await open(page, `${app.url}${address}`);
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText('By Linus Berg')).toBeVisible();
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(4);
  await expect(cards.last().getByText('Upgrade to read')).toBeVisible();
  const noted = cards.filter({ hasText: 'Before the <b>first</b> run.' });
  await expect(noted.getByText('Note', { exact: true })).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page, `${width}`);
  }
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await openAs(page, app, 'Copier', address);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('dialog').getByRole('combobox').selectOption('Something else');
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Collection reported').first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy to my collections' }).click();
  await expect(page).toHaveURL(/\/collections\/[a-z2-7]{12}$/);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText('4 prompts • Private')).toBeVisible();
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /^Copy “/ }),
  ).toBeVisible();
  await rows(page)
    .last()
    .getByRole('button', { name: /^Upgrade to read “/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('Pro');
  // The browser's own line for the text that was refused.
  for (const line of consoleErrors.splice(0)) expect(line).toMatch(/403/);
});

test('a prompt is added from its own page; a shared link works until the collection is private again', async ({
  page,
}) => {
  const name = `By link${retrySuffix()}`;
  const [prompt] = await read<{ id: string; title: string }[]>(app, '/api/prompts/search?tier=basic&limit=1');
  if (!prompt) throw new Error('There are no prompts.');
  await openAs(page, app, 'Linker', `/prompt/${prompt.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to collection', exact: true }).click();
  const adding = page.getByRole('dialog', { name: 'Add to collection' });
  await expect(adding.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(adding.getByRole('checkbox', { name })).toBeChecked();

  await open(page, `${app.url}/collections`);
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect(rows(page).getByRole('link', { name: prompt.title })).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this collection' });
  await dialog.getByRole('radio', { name: /^Anyone with the link/ }).check();
  await dialog.getByRole('button', { name: 'Share by link' }).click();
  const field = dialog.getByRole('textbox', { name: 'Address of the collection' });
  const link = await field.inputValue();

  const visitor = await page.context().browser()?.newPage();
  if (!visitor) throw new Error('There is no browser.');
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(visitor.getByRole('article').getByRole('heading', { name: prompt.title })).toBeVisible();
  // A key that is held down confirms nothing, and the focus is never lost.
  const replace = dialog.getByRole('button', { name: 'Replace the link' });
  await replace.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(replace).toBeFocused();
  await replace.click();
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'The old link no longer works' })).toHaveCount(1);
  await expect(field).toBeFocused();
  const newLink = await field.inputValue();
  await expect.poll(async () => (await visitor.goto(link))?.status()).toBe(404);
  expect((await visitor.goto(newLink))?.status()).toBe(200);
  await dialog.getByRole('radio', { name: /^Private/ }).check();
  await dialog.getByRole('button', { name: 'Make private' }).click();
  await expect(field).toHaveCount(0);
  await expect(dialog.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(1);
  await expect.poll(async () => (await visitor.goto(newLink))?.status()).toBe(404);
  await visitor.close();
});

test('a collection longer than a page loads more, and a prompt moves behind those not loaded', async ({
  page,
}) => {
  await openAs(page, app, 'Paula', '/collections');
  const id = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const made = await fetch('/api/collections', { method: 'POST', headers, body: '{"name":"Many"}' });
    return (await made.json()).id as string;
  });
  await app.query(
    `insert into collection_prompts (collection_id, prompt_id, position)
     select $1, prompt_id, row_number() over (order by prompt_id)
     from prompt_stats where is_listed order by prompt_id limit 203`,
    [id],
  );
  await open(page, `${app.url}/collections/${id}`);
  await expect(page.getByText('Showing 200 of 203')).toBeVisible();
  const [first = ''] = await order(page);
  await page.getByRole('button', { name: `More for ${first}` }).click();
  await page.getByRole('menuitem', { name: 'Move to bottom' }).click();
  await expect(page.getByText(`${first}: moved to 203 of 203`)).toBeAttached();
  await expect(rows(page)).toHaveCount(199);
  await page.getByRole('button', { name: 'Load More Prompts' }).click();
  await expect(page.getByText('All 203 prompts shown')).toBeVisible();
  await expect(rows(page).nth(199).getByRole('link')).toBeFocused();
  await expect.poll(async () => (await order(page)).at(-1)).toBe(first);
});

test('a new collection begins at its name, which says what is wrong with it', async ({ page }) => {
  await openAs(page, app, 'Paula', '/collections');
  await page.getByRole('button', { name: 'New collection' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New collection' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await page.keyboard.type('   ');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Give the collection a name.');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await name.fill('n'.repeat(81));
  await expect(dialog.getByText('Give the collection a name.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('Shorten it to 80 characters.');
  const made = `Named${retrySuffix()}`;
  await name.fill(made);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: made })).toBeVisible();
});

test('a visitor is led to the sign-in page, and an unknown collection is 404', async ({ page }) => {
  await open(page, `${app.url}/collections`);
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fcollections$/);
  for (const path of ['/c/nowhere-abcdef', '/c/No', '/collections/nowhere']) {
    expect([path, (await page.request.get(`${visitorsApp.url}${path}`)).status()]).toEqual([path, 404]);
  }
});

test('deleting a collection ends its public page', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/collections');
  await page.getByRole('main').getByRole('link', { name: NAME }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No collections yet' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expect.poll(async () => (await fetch(`${app.url}${address}`)).status).toBe(404);
});
