import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { PromptCard } from '../contract/prompts.ts';
import { PEOPLE } from './members.ts';
import { type PaidApp, startPaidApp } from './paid-app.ts';
import { expectRefusals, signIn, subscribe } from './paying-steps.ts';
import { expect, findAccessibilityProblems, open, test } from './testing.ts';

test.describe.configure({ mode: 'serial', timeout: 60_000 });

const OUTPUT = `Two owls on plot A.\n${'They stayed for the whole night and were counted twice. '.repeat(10)}`;

let app: PaidApp;
/** A basic prompt, which everybody reads, with an exemplar. */
let prompt = { id: '', title: '' };

test.beforeAll(async () => {
  // A database of its own, and both stand-ins.
  test.setTimeout(90_000);
  app = await startPaidApp();
  const answer = await fetch(`${app.url}/api/categories/fitness`);
  const { prompts }: { prompts: PromptCard[] } = await answer.json();
  prompt = prompts.find(({ tier }) => tier === 'basic') ?? prompt;
  // Whichever prompt is the most popular, it may have some of its own.
  await app.query('delete from exemplars where prompt_id = $1', [prompt.id]);
  await app.query(
    `insert into exemplars (prompt_id, position, "values", model, made_on, output)
     values ($1, 1, $2, 'example', '2026-11-20', $3)`,
    [prompt.id, JSON.stringify({ some_value: 42, another: 'Plot A' }), OUTPUT],
  );
});
test.afterAll(() => app.stop());

/** Over the list it stands in. */
async function openModal(page: Page): Promise<Locator> {
  await open(page, `${app.url}/category/fitness`);
  await page.getByRole('main').getByRole('link', { name: prompt.title }).click();
  return page.getByRole('dialog');
}

const menu = (page: Page) => page.getByRole('button', { name: 'Export' });

async function choose(page: Page, format: string): Promise<Download> {
  await menu(page).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return download;
}

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('the free plan exports nothing: every format says what it takes, and leads there', async ({
  page,
  noise,
}) => {
  await signIn(page, app, { person: PEOPLE.basic }, '/favorites');
  await menu(page).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Markdown.*Comes with every paid plan/,
    /^Plain text.*Comes with every paid plan/,
    /^CSV.*Comes with every paid plan/,
    /^JSON with exemplars.*Comes with the Pro plan/,
  ]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'JSON with exemplars' }).click();
  await expect(page).toHaveURL(`${app.url}/subscribe?tier=pro`);
  const status = await page.evaluate(async () => (await fetch('/api/favorites/export?format=csv')).status);
  expect(status).toBe(403);
  expectRefusals(noise, 403);
});

test('the free plan sees that there are exemplars, how the first begins, and where to get them', async ({
  page,
}) => {
  await signIn(page, app, { person: PEOPLE.basic }, `/prompt/${prompt.id}`);
  const panel = page.getByRole('region', { name: 'Exemplars' });
  await expect(panel.getByText('Two owls on plot A.')).toBeVisible();
  const html = await (await page.request.get(page.url())).text();
  expect(html).not.toContain(OUTPUT);
  expect(html).not.toContain('Plot A"');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await panel.getByRole('link', { name: 'See exemplars with Pro' }).click();
  await expect(page).toHaveURL(`${app.url}/subscribe?tier=pro`);
});

test('paid Basic exports favorites as Markdown, text and CSV, and one prompt from over its list', async ({
  page,
}) => {
  await subscribe(page, app, { person: PEOPLE.basic }, 'basic');
  await open(page, `${app.url}/favorites`);
  const titles = await page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

  const markdown = await choose(page, 'Markdown');
  expect(markdown.suggestedFilename()).toBe('promptarium-favorites.md');
  const text = await textOf(markdown);
  for (const title of titles) expect(text).toContain(title);

  const csv = await choose(page, 'CSV');
  expect(csv.suggestedFilename()).toBe('promptarium-favorites.csv');
  const rows: Record<string, string>[] = parse(await textOf(csv), { columns: true, bom: true });
  expect(rows.map((row) => row['act']).sort()).toEqual(titles.sort());

  expect((await choose(page, 'Plain text')).suggestedFilename()).toMatch(/\.txt$/);
  await menu(page).click();
  await expect(page.getByRole('menuitem', { name: 'JSON with exemplars' })).toHaveText(
    /Comes with the Pro plan/,
  );

  const dialog = await openModal(page);
  await dialog.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('menuitem', { name: 'Markdown' }).click(),
  ]);
  expect(await textOf(download)).toContain(prompt.title);
  await expect(dialog).toBeVisible();
});

test('Escape closes the menu alone, and gives the focus back', async ({ page }) => {
  await signIn(page, app, { person: PEOPLE.pro }, '/');
  const dialog = await openModal(page);
  await dialog.getByRole('button', { name: 'Export' }).press('ArrowDown');
  await expect(dialog.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeFocused();
  await expect(dialog).toBeVisible();
});

test('Pro reads and copies exemplars, in the modal and on the page, and exports JSON with them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, app, { person: PEOPLE.pro }, '/');
  const inModal = (await openModal(page)).getByRole('region', { name: 'Exemplars' });
  await expect(inModal.getByText('some value')).toBeVisible();
  await expect(inModal.getByText('example, Nov 20, 2026')).toBeVisible();
  await open(page, `${app.url}/prompt/${prompt.id}`);
  const panel = page.getByRole('region', { name: 'Exemplars' });
  await panel.getByRole('button', { name: 'Copy exemplar 1' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(OUTPUT);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  const exported = JSON.parse(await textOf(await choose(page, 'JSON with exemplars')));
  expect(JSON.stringify(exported)).toContain(JSON.stringify(OUTPUT));
  expect(JSON.stringify(exported)).toContain('"some_value":42');
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390, 320]) {
    test(`exports and exemplars, ${theme}, ${width} px: accessible, and nothing is cut off`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await signIn(page, app, { person: PEOPLE.pro }, '/favorites');
      await menu(page).click();
      await expectWhole(page);
      await open(page, `${app.url}/prompt/${prompt.id}`);
      await menu(page).click();
      await expectWhole(page);
      await (await openModal(page)).getByRole('button', { name: 'Export' }).click();
      await expectWhole(page);
    });
  }
}

async function expectWhole(page: Page): Promise<void> {
  expect(await findAccessibilityProblems(page), page.url()).toEqual([]);
  const box = await page.getByRole('menu').boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
}
