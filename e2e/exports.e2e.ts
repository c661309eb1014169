import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { addFavorite } from '../contract/favorites.ts';
import type { PromptCard } from '../contract/prompts.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, test } from './fixtures.ts';
import { expectRefusals, subscribe } from './payment-steps.ts';
import { addSession, openAs, PEOPLE } from './sign-in.ts';

test.describe.configure({ mode: 'serial' });

const OUTPUT = `Two owls on plot A.\n${'They stayed for the whole night and were counted twice. '.repeat(10)}`;

const app = membersApp;
/** A basic prompt, which everybody reads, with an exemplar. */
let prompt = { id: '', title: '' };

test.beforeAll(async () => {
  const response = await fetch(`${app.url}/api/categories/fitness?sort=newest`);
  const { prompts }: { prompts: PromptCard[] } = await response.json();
  prompt = prompts.find(({ tier }) => tier === 'basic') ?? prompt;
  // Whichever prompt is the most popular, it may have some of its own.
  await app.query('delete from exemplars where prompt_id = $1', [prompt.id]);
  await app.query(
    `insert into exemplars (prompt_id, position, "values", model, made_on, output)
     values ($1, 1, $2, 'example', '2026-11-20', $3)`,
    [prompt.id, JSON.stringify({ some_value: 42, another: 'Plot A' }), OUTPUT],
  );
});

/** Over the list it stands in. */
async function openModal(page: Page): Promise<Locator> {
  await open(page, `${app.url}/category/fitness?sort=newest`);
  await page.getByRole('main').getByRole('link', { name: prompt.title }).click();
  return page.getByRole('dialog');
}

/** Of a member who keeps one prompt: Ada and Linus keep a hundred, which axe would all look at. */
async function openWithFavorite(page: Page, name: string): Promise<void> {
  await addSession(page, app, name);
  const url = `${app.url}${addFavorite.url.replace(':id', prompt.id)}`;
  expect((await page.request.post(url, { headers: { origin: app.url } })).status()).toBe(200);
  await open(page, `${app.url}/favorites`);
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

test('the free plan exports nothing: every format names the plan it needs, and links to it', async ({
  page,
  consoleErrors,
}) => {
  await openWithFavorite(page, 'finn');
  await menu(page).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Markdown.*Included in every paid plan/,
    /^Plain text.*Included in every paid plan/,
    /^CSV.*Included in every paid plan/,
    /^JSON with exemplars.*Included in the Pro plan/,
  ]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'JSON with exemplars' }).click();
  await expect(page).toHaveURL(`${app.url}/subscribe?feature=json`);
  const status = await page.evaluate(async () => (await fetch('/api/favorites/export?format=csv')).status);
  expect(status).toBe(403);
  expectRefusals(consoleErrors, 403);
});

test('the free plan sees that there are exemplars, how the first begins, and where to get them', async ({
  page,
}) => {
  await openAs(page, app, PEOPLE.basic, `/prompt/${prompt.id}`);
  const panel = page.getByRole('region', { name: 'Exemplars' });
  await expect(panel.getByText('Two owls on plot A.')).toBeVisible();
  const html = await (await page.request.get(page.url())).text();
  expect(html).not.toContain(OUTPUT);
  expect(html).not.toContain('Plot A"');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await panel.getByRole('link', { name: 'See exemplars with Pro' }).click();
  // With the prompt, to return to; and with no plan chosen.
  await expect(page).toHaveURL(/\/subscribe\?feature=exemplars&prompt=[a-z0-9]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(
    page.getByText(`Exemplars come with Pro. We’ll bring you back to “${prompt.title}”.`),
  ).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Includes exemplars' })).toContainText(
    'Choose Pro',
  );
  await expect(page.getByRole('button', { name: 'Start Your Free Trial' })).toBeVisible();
  const status = await page.evaluate(async () => (await fetch('/api/subscription/status')).json());
  expect(status).toMatchObject({ status: 'no_subscription', unpaid: null });
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('paid Basic exports favorites as Markdown, text and CSV, and one prompt from its modal', async ({
  page,
}) => {
  await subscribe(page, app, PEOPLE.basic, 'basic');
  await openWithFavorite(page, PEOPLE.basic);
  const titles = await page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();
  const line = await page
    .getByRole('main')
    .getByText(/^\d+ favorites? •/)
    .textContent();

  const markdown = await choose(page, 'Markdown');
  expect(markdown.suggestedFilename()).toBe('promptarium-favorites.md');
  const text = await textOf(markdown);
  for (const title of titles) expect(text).toContain(title);

  const csv = await choose(page, 'CSV');
  expect(csv.suggestedFilename()).toBe('promptarium-favorites.csv');
  const rows: Record<string, string>[] = parse(await textOf(csv), { columns: true, bom: true });
  // All of them, the page shows the first.
  expect(rows).toHaveLength(Number.parseInt(line ?? '', 10));
  expect(rows.map((row) => row['act'])).toEqual(expect.arrayContaining(titles));

  expect((await choose(page, 'Plain text')).suggestedFilename()).toMatch(/\.txt$/);
  await menu(page).click();
  await expect(page.getByRole('menuitem', { name: 'JSON with exemplars' })).toHaveText(
    /Included in the Pro plan/,
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

test('Escape closes only the menu, and returns the focus', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, '/');
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
  await openAs(page, app, PEOPLE.pro, '/');
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

for (const [theme, widths] of [
  ['light', [1440]],
  ['dark', [390, 320]],
] as const) {
  test(`exports and exemplars, ${theme}, ${widths.join(' and ')} px: accessible, and nothing is cut off`, async ({
    page,
  }) => {
    async function expectGood(button: Locator): Promise<void> {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await button.click();
        if (width !== 320) expect(await findAccessibilityProblems(page)).toEqual([]);
        await expectFits(page);
        await page.keyboard.press('Escape');
      }
    }
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: widths[0], height: 900 });
    await subscribe(page, app, `paul-${theme}`, 'pro');
    await openWithFavorite(page, `paul-${theme}`);
    await expectGood(menu(page));
    await open(page, `${app.url}/prompt/${prompt.id}`);
    await expectGood(menu(page));
    await page.setViewportSize({ width: widths[0], height: 900 });
    await expectGood((await openModal(page)).getByRole('button', { name: 'Export' }));
  });
}

/** The open menu stays inside the screen, and nothing scrolls sideways. */
async function expectFits(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const isInside = async () => {
    const box = await page.getByRole('menu').boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= width;
  };
  // It is moved inside once it is drawn.
  await expect.poll(isInside).toBe(true);
  await expectNoHorizontalScroll(page);
}
