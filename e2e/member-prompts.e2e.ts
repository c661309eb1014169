import type { Page } from '@playwright/test';
import type { PromptDetail, Variable } from '../contract/prompts.ts';
import { membersApp } from './apps.ts';
import { expect, test } from './fixtures.ts';
import { openAs, PEOPLE } from './sign-in.ts';

/** One app for all of them, with people to sign in as. */
test.describe.configure({ mode: 'serial' });

const app = membersApp;
/** With at least two required variables, all of them texts, and one with a default, to type into. */
let prompt: PromptDetail;
let lockedId: string;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  // A Basic member, who meets locked prompts.
  await openSignedIn(page, '/');
  const read = async (path: string) => (await page.request.get(`${app.url}${path}`)).json();
  for (const { id } of (await read('/api/categories/fitness?limit=12')).prompts) {
    const detail: PromptDetail = await read(`/api/prompts/${id}`);
    const required = detail.variables?.filter((each) => each.required) ?? [];
    if (required.length < 2 || !required.every((each) => each.type.endsWith('text'))) continue;
    if (!detail.variables.some(isTypedDefault)) continue;
    prompt = detail;
    break;
  }
  lockedId = (await read('/api/prompts/search?tier=pro&limit=1'))[0].id;
  await page.close();
});

const isTypedDefault = (each: Variable) => each.default !== undefined && each.type !== 'choice';

const openSignedIn = (page: Page, path: string) => openAs(page, app, PEOPLE.basic, path);

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('copying with blank required fields asks for them, by button and by key, and copies with blanks on request', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, `/prompt/${prompt.id}`);
  const main = page.getByRole('main');
  const text = main.getByRole('region', { name: 'Prompt', exact: true });
  const withDefault = prompt.variables.find(isTypedDefault);
  await expect(text).toContainText(String(withDefault?.default));
  await page.evaluate(() => navigator.clipboard.writeText('-'));

  await main
    .getByRole('button', { name: /^Copy prompt/ })
    .first()
    .click();
  const form = main.getByRole('form', { name: 'Fill in' });
  const blank = prompt.variables.filter((each) => each.required && each.default === undefined);
  const question = form.getByRole('alert');
  await expect(question).toHaveText(`Complete the ${blank.length} highlighted fields.`);
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(blank.length);
  const first = form.locator(`[name="${blank[0]?.name}"]`);
  await expect(first).toBeFocused();
  expect(await clipboard(page)).toBe('-');

  await first.fill('something of mine');
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(blank.length - 1);
  await first.press('Control+Enter');
  await expect(form.locator(`[name="${blank[1]?.name}"]`)).toBeFocused();
  expect(await clipboard(page)).toBe('-');

  const optional = form.locator(`[name="${withDefault?.name}"]`);
  await optional.fill('');
  await form.getByRole('button', { name: 'Copy with blanks' }).click();
  await expect.poll(() => clipboard(page)).toContain('something of mine');
  expect(await clipboard(page)).toContain(`[${blank[1]?.label}]`);
  await expect(question).toHaveCount(0);
  // It speaks of what was copied, whatever is typed afterwards.
  const copiedBlanks = text.getByText(/^\d+ optional blanks? (was|were) empty: copied as \[labels?\]\.$/);
  await expect(copiedBlanks).toHaveRole('status');
  const said = (await copiedBlanks.textContent()) ?? '';
  await optional.fill(String(withDefault?.default));
  await expect(copiedBlanks).toHaveText(said);

  // A press on a blank in the text leads to its field.
  await text.locator(`[data-variable="${blank[1]?.name}"]`).first().click();
  await expect(form.locator(`[name="${blank[1]?.name}"]`)).toBeFocused();
  for (const { name } of blank) await form.locator(`[name="${name}"]`).fill('42');
  await form.getByRole('button', { name: /^Copy/ }).click();
  await expect.poll(() => clipboard(page)).toContain('42');
  expect(await clipboard(page)).not.toMatch(/\[[a-z_]+\]/);

  // The palette copies what the page shows: what was typed is remembered. Cleared, the page asks.
  await page.evaluate(() => navigator.clipboard.writeText('-'));
  const copyFromPalette = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Go to a prompt/ }).fill(prompt.title);
    // Results that come later stand above recent prompts, and another one is first then.
    await expect(page.getByRole('listbox', { name: 'Results' })).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('option', { name: prompt.title, selected: true })).toBeVisible();
    await page.keyboard.press('Control+Enter');
  };
  await copyFromPalette();
  await expect.poll(() => clipboard(page)).toContain('42');
  await form.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('link', { name: 'Promptarium' }).first().click();
  await expect(page).toHaveURL(`${app.url}/`);
  await copyFromPalette();
  await expect(page).toHaveURL(`${app.url}/prompt/${prompt.id}`);
  await expect(question).toBeVisible();
  await expect(first).toBeFocused();
});

test('on a phone the first blank field is in the middle of the screen when it is asked for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openSignedIn(page, `/prompt/${prompt.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Copy prompt/ })
    .first()
    .click();
  const blank = page.locator('[aria-invalid="true"]').first();
  await expect(blank).toBeFocused();
  // What is saved, above the fields, has come by then.
  await page.waitForLoadState('networkidle');
  await expect(blank).toBeInViewport({ ratio: 1 });
});

test('a field of one line grows with its text, takes a pasted line break for a space, and Enter copies', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, `/prompt/${prompt.id}`);
  await page.getByRole('button', { name: 'Fill in' }).click();
  const form = page.getByRole('form', { name: 'Fill in' });
  for (const { name } of prompt.variables.filter(({ required }) => required)) {
    await form.locator(`[name="${name}"]`).fill('42');
  }
  const field = form.locator('textarea[rows="1"]').first();
  await field.fill('');
  const height = async () => (await field.boundingBox())?.height ?? 0;
  const empty = await height();
  const long = 'who reads it, what you need and what worries you, '.repeat(3);
  await page.keyboard.insertText(`${long}\r\nlast`);
  await expect(field).toHaveValue(`${long} last`);
  expect(await height()).toBeGreaterThan(empty);
  await field.press('Enter');
  await expect(field).toHaveValue(`${long} last`);
  await expect.poll(() => clipboard(page)).toContain(`${long} last`);
});

test('the form gives the focus back to the button that opened it', async ({ page }) => {
  await openSignedIn(page, `/prompt/${prompt.id}`);
  const fill = page.getByRole('button', { name: 'Fill in' });
  for (const name of ['Close the form', 'Clear']) {
    await fill.press('Enter');
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await expect(fill).toBeFocused();
  }
});

test('related prompts work by mouse and by key, and do not change the keys of the page', async ({
  page,
  apiCalls,
}) => {
  await openSignedIn(page, `/prompt/${prompt.id}`);
  const related = page.getByRole('region', { name: 'Related prompts' });
  const cards = related.getByRole('article');
  await expect(cards).toHaveCount(4);
  expect(await cards.getByRole('heading', { level: 3 }).count()).toBe(4);
  expect(apiCalls.filter((call) => call.endsWith('/related'))).toEqual([]);

  // A letter means the prompt of the page, whatever cards there are.
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /^Favorite/ })
    .first();
  const before = await heart.getAttribute('aria-pressed');
  await page.keyboard.press('f');
  await expect(heart).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true');

  // The next ones by key, up to one the member may read: a locked one is another story.
  const isLocked = await cards.evaluateAll((all) =>
    all.map((card) => card.hasAttribute('data-prompt-locked')),
  );
  const readable = isLocked.indexOf(false);
  for (let index = 0; index <= readable; index += 1) {
    await page.keyboard.press('j');
    await expect(cards.nth(index).getByRole('link').first()).toBeFocused();
  }
  const title = (await cards.nth(readable).getByRole('link').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(related.getByRole('article')).not.toHaveCount(0);
  await expect(related.getByRole('link', { name: title, exact: true })).toHaveCount(0);
});

test('a visitor without scripts sees related prompts too, on a locked prompt below the offer', async ({
  browser,
  page,
  consoleErrors,
}) => {
  const visitor = await browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(`${app.url}/prompt/${prompt.id}`);
  await expect(visitor.getByRole('heading', { name: 'Related prompts' })).toBeVisible();
  await expect(visitor.getByRole('article')).toHaveCount(4);
  await visitor.goto(`${app.url}/prompt/aaaaaaaaaaaa`);
  await expect(visitor.getByRole('heading', { name: 'Related prompts' })).toHaveCount(0);
  await visitor.close();

  await openSignedIn(page, `/prompt/${lockedId}`);
  await expect(page.getByRole('heading', { name: 'Upgrade required' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Related prompts' }).getByRole('article')).toHaveCount(4);
  expect(consoleErrors).toEqual([]);
});

test('a link to a prompt over a list opens it for a member', async ({ page }) => {
  await openSignedIn(page, `/category/fitness?prompt=${prompt.id}`);
  const dialog = page.getByRole('dialog', { name: prompt.title });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${app.url}/category/fitness`);
  await expect(page.locator(`[data-prompt-scope="${prompt.id}"] [data-item]`)).toBeFocused();
});

test('Escape in a toast closes only the toast and returns the focus from before F8', async ({ page }) => {
  await openSignedIn(page, `/category/fitness?prompt=${prompt.id}`);
  const dialog = page.getByRole('dialog', { name: prompt.title });
  const heart = dialog.getByRole('button', { name: /^Favorite,/ });
  await heart.press('Enter');
  const toast = dialog.getByText(/^(Added to|Removed from) favorites$/).first();
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await expect(heart).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(heart).toBeFocused();
});

for (const width of [1440, 1000]) {
  test(`a toast in a dialog covers neither its title nor a button, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openSignedIn(page, `/category/fitness?prompt=${prompt.id}`);
    const dialog = page.getByRole('dialog', { name: prompt.title });
    await dialog.getByRole('button', { name: /^Favorite,/ }).press('Enter');
    const toast = dialog
      .getByRole('status')
      .filter({ hasText: /favorites/ })
      .first();
    await expect(toast).toBeVisible();
    await expect
      .poll(() =>
        toast.evaluate((element) => {
          const box = element.getBoundingClientRect();
          const isUnder = ({ left, right, top, bottom }: DOMRect) =>
            left < box.right && right > box.left && top < box.bottom && bottom > box.top;
          return [...(element.closest('dialog')?.querySelectorAll('button, textarea, h2') ?? [])].filter(
            (each) => !element.contains(each) && isUnder(each.getBoundingClientRect()),
          ).length;
        }),
      )
      .toBe(0);
  });
}

test('the focus stays in a comment thread after every action', async ({ page }) => {
  await openSignedIn(page, `/category/fitness?prompt=${prompt.id}`);
  const comments = page.getByRole('dialog').getByRole('region', { name: 'Comments' });
  const box = comments.getByRole('textbox', { name: 'Add a comment...' });
  await box.fill('A thought of mine');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
  const mine = comments.getByRole('article').filter({ hasText: 'A thought of mine' });
  for (const name of ['Reply', 'Edit']) {
    const button = mine.getByRole('button', { name });
    await button.press('Enter');
    await expect(comments.getByRole('textbox', { name: /reply|Edit your/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  await mine.getByRole('button', { name: 'Delete' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Delete this comment?' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter');
  await expect(mine).toHaveCount(0);
  await expect(comments.getByRole('heading', { name: /^Comments/ })).toBeFocused();
});

test('at 320 px, and 1280 px zoomed to 200 %, nothing overflows, targets have 24 px', async ({ page }) => {
  const places: [string, ((page: Page) => Promise<void>)?][] = [
    ['/'],
    ['/favorites'],
    ['/recent'],
    ['/top-rated'],
    [`/prompt/${prompt.id}`],
    [`/category/fitness?prompt=${prompt.id}`],
    ['/category/fitness', (shown) => shown.keyboard.press('Control+k')],
    ['/category/fitness', (shown) => shown.keyboard.press('?')],
    ['/category/fitness', (shown) => shown.getByRole('button', { name: 'Open menu' }).click()],
  ];
  for (const [path, act] of places) {
    await page.setViewportSize({ width: 320, height: 640 });
    await openSignedIn(page, path);
    await act?.(page);
    if (act || path.includes('?')) await expect(page.getByRole('dialog').first()).toBeVisible();
    await expectNoLayoutProblems(page, `${path} ${act ?? ''} 320`);
    await page.setViewportSize({ width: 640, height: 640 });
    await expectNoLayoutProblems(page, `${path} ${act ?? ''} 640`);
  }
});

test('a locked prompt fits 320 px, as a page and as a dialog', async ({ page, consoleErrors }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, `/prompt/${lockedId}`);
  await expectNoLayoutProblems(page);
  await openSignedIn(page, `/category/fitness?prompt=${lockedId}`);
  await expect(page.getByRole('dialog', { name: 'Upgrade required' })).toBeVisible();
  await expectNoLayoutProblems(page);
  // The browser reports every 403; that one is the response.
  consoleErrors.splice(
    0,
    consoleErrors.length,
    ...consoleErrors.filter((line) => !line.includes('status of 403')),
  );
});

/** A page that was resized takes its new width gradually. */
async function expectNoLayoutProblems(page: Page, label?: string): Promise<void> {
  await expect.poll(() => page.evaluate(findLayoutProblems, page.viewportSize()), label).toEqual([]);
}

/** Runs in the page: elements that overflow the screen, and controls under 24 px that stand in no line of text. */
function findLayoutProblems(viewport: { width: number } | null): string[] {
  if (window.innerWidth !== viewport?.width) return ['the page has yet to take its new width'];
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const nameOf = (element: Element) =>
    `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}`;
  const problems: string[] = [];
  if (document.documentElement.scrollWidth > window.innerWidth) problems.push('the page scrolls sideways');
  for (const element of top.querySelectorAll('*')) {
    const { width, height, right } = element.getBoundingClientRect();
    if (!element.checkVisibility() || width <= 1 || height <= 1) continue;
    if (right > window.innerWidth + 1) problems.push(`${nameOf(element)} sticks out`);
    if (!element.matches('a, button, input, select, textarea')) continue;
    // A checkbox is pressed by its label.
    const target = (element instanceof HTMLInputElement && element.labels?.[0]) || element;
    const box = target.getBoundingClientRect();
    const isInText = getComputedStyle(element).display === 'inline';
    if (!isInText && Math.min(box.width, box.height) < 23.5) problems.push(`${nameOf(element)} is small`);
  }
  return problems;
}
