import type { Locator, Page } from '@playwright/test';
import { membersApp } from './apps.ts';
import { expect, open, reload, test, testAllowingConsoleErrors, waitForHydration } from './fixtures.ts';
import { continueWithGoogle, openAs, PEOPLE } from './sign-in.ts';

test.describe.configure({ mode: 'serial' });

const app = membersApp;

/** A prompt of everybody's, with a required variable. */
const TITLE = 'First pull-up with a doorway bar and a band';
const TOPIC = '/category/fitness/strength-at-home';

const card = (page: Page) => page.getByRole('article').filter({ hasText: TITLE });
const upvotesOnCard = (page: Page) => card(page).getByText(/^\d+ upvotes?$/);
const dialog = (page: Page) => page.getByRole('dialog', { name: TITLE });

/** How many, as a button's or a count's words tell. */
async function countOf(container: Locator, noun: 'favorite' | 'upvote' | 'downvote'): Promise<number> {
  const words = `${(await container.getAttribute('aria-label')) ?? ''} ${(await container.textContent()) ?? ''}`;
  const count = new RegExp(`(\\d+) ${noun}`).exec(words)?.[1];
  if (count === undefined) throw new Error(`No count of ${noun}s in: ${words}`);
  return Number(count);
}

/** The counts of the open prompt, in the modal or on its page. */
const actions = (container: Page | Locator) => ({
  favorite: container.getByRole('button', { name: /^Favorite, / }),
  up: container.getByRole('button', { name: /^Upvote, / }),
  down: container.getByRole('button', { name: /^Downvote, / }),
});

test('a new visitor has a filled prompt in the clipboard after five clicks', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  // On every page of the way, the provider's too.
  await page.addInitScript(`addEventListener('pointerdown', () => window.countClick(), true)`);
  await open(page, `${app.url}/`);
  await page.getByPlaceholder('Find a prompt').click();
  await page.keyboard.type('doorway pull-up');
  await page.getByRole('option', { name: TITLE }).click();
  await expect(page.getByRole('main')).toContainText(TITLE);
  await continueWithGoogle(page, PEOPLE.basic);
  await expect(page).toHaveURL(/\/prompt\/[a-z2-7]{12}$/);
  await waitForHydration(page);

  const main = page.getByRole('main');
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(main).toContainText('Today I hang for [');
  await main.getByRole('button', { name: /^Copy prompt/ }).click();
  const form = main.getByRole('form', { name: 'Fill in' });
  await expect(form.getByRole('alert')).toContainText('highlighted field');
  await expect(form.getByLabel(/Longest dead hang/)).toBeFocused();
  await page.keyboard.type('17');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied!', { exact: true }).first()).toBeVisible();
  await expect(async () => expect(await read()).toContain('Today I hang for 17 seconds')).toPass();
  expect(await read()).not.toMatch(/\[[a-z_]+\]/);
  expect(clicks).toBe(5);

  await form.getByLabel('Pulling sessions per week').fill('5');
  await page.keyboard.press('Enter');
  await expect(async () => expect(await read()).toContain('Sessions a week: 5.')).toPass();
});

test('a search result leads to its page; Back finds filters, loaded pages and scroll position again', async ({
  page,
}) => {
  const address = '/search?q=plan&tier=pro&sortBy=newest';
  await openAs(page, app, PEOPLE.pro, address);
  const results = page.getByRole('main').getByRole('article');
  const countBefore = await results.count();
  await page.getByRole('button', { name: 'Load More Prompts' }).click();
  await expect.poll(() => results.count()).toBeGreaterThan(countBefore);
  const count = await results.count();
  const link = results.nth(count - 3).getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const scrollY = () => page.evaluate(() => window.scrollY);
  const scrolled = await scrollY();
  expect(scrolled).toBeGreaterThan(1200);

  const title = (await link.textContent()) ?? '';
  const href = await link.getAttribute('href');
  await link.click();
  await expect(page).toHaveURL(`${app.url}${href}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect.poll(scrollY).toBe(0);
  await page.goBack();

  await expect(page).toHaveURL(`${app.url}${address}`);
  await expect(results).toHaveCount(count);
  await expect.poll(scrollY).toBeGreaterThan(scrolled - 3);
  expect(await scrollY()).toBeLessThan(scrolled + 3);
  await expect(link).toBeFocused();
  await expect(page.getByPlaceholder('Search prompts by title or content...')).toHaveValue('plan');
  await expect(page.getByLabel('Tier', { exact: true })).toHaveValue('pro');
  await expect(page.getByLabel('Sort', { exact: true })).toHaveValue('newest');

  // Another document, so that nothing but the history remembers.
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await reload(page);
  await page.goBack();
  await expect(results).toHaveCount(count);
  await expect.poll(scrollY).toBeGreaterThan(scrolled - 3);
});

test('list, modal and page show the same favorite and vote after every step', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, TOPIC);
  const heart = card(page).getByRole('button', { name: /^Favorite “/ });
  const kept = await countOf(heart, 'favorite');
  const href = await card(page).locator('[data-item]').getAttribute('href');
  const upvotes = await countOf(upvotesOnCard(page), 'upvote');
  const wasKept = (await heart.getAttribute('aria-pressed')) === 'true';
  const keptAfter = kept + (wasKept ? -1 : 1);

  await card(page).getByRole('link', { name: TITLE }).click();
  const inModal = actions(dialog(page));
  /** A press and its response: until that, what is shown is a guess. */
  async function press(button: Locator) {
    const response = page.waitForResponse(/\/(favorite|vote)$/);
    await button.click();
    expect((await response).status()).toBe(200);
  }
  // The demo may have given Linus a vote.
  for (const button of [inModal.up, inModal.down]) {
    if ((await button.getAttribute('aria-pressed')) === 'true') await press(button);
  }
  const free = await countOf(inModal.up, 'upvote');
  const down = await countOf(inModal.down, 'downvote');
  expect([0, 1]).toContain(upvotes - free);

  /** What modal, list and page say, one after the other. */
  async function expectCounts(counts: { kept: number; up: number; down: number }) {
    await expect(inModal.favorite).toHaveAccessibleName(new RegExp(`, ${counts.kept} favorite`));
    await expect(inModal.up).toHaveAccessibleName(new RegExp(`, ${counts.up} upvote`));
    await expect(inModal.down).toHaveAccessibleName(new RegExp(`, ${counts.down} downvote`));
    await expect(upvotesOnCard(page)).toHaveText(new RegExp(`^${counts.up} upvote`));
    await expect(card(page).locator('[data-shortcut="favorite"]')).toHaveAttribute(
      'aria-label',
      new RegExp(`, ${counts.kept} favorite`),
    );
    // Its own page, as the server draws it.
    const html = await (await page.request.get(`${app.url}${href}`)).text();
    expect(html).toMatch(new RegExp(`"Favorite, ${counts.kept} favorites?"`));
    expect(html).toMatch(new RegExp(`"Upvote, ${counts.up} upvotes?"`));
    expect(html).toMatch(new RegExp(`"Downvote, ${counts.down} downvotes?"`));
  }
  await press(inModal.favorite);
  await expectCounts({ kept: keptAfter, up: free, down });
  await press(inModal.up);
  await expectCounts({ kept: keptAfter, up: free + 1, down });
  await press(inModal.down);
  await expectCounts({ kept: keptAfter, up: free, down: down + 1 });
  await press(inModal.down);
  await expectCounts({ kept: keptAfter, up: free, down });
  await press(inModal.favorite);
  await expectCounts({ kept, up: free, down });

  // Its own page, as this browser draws it from what it has.
  await press(inModal.up);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search prompts' }).fill(TITLE);
  await page.getByRole('option', { name: TITLE }).click();
  await expect(page).toHaveURL(`${app.url}${href}`);
  const onPage = actions(page.getByRole('main'));
  await expect(onPage.favorite).toHaveAccessibleName(new RegExp(`, ${kept} favorite`));
  await expect(onPage.up).toHaveAccessibleName(new RegExp(`, ${free + 1} upvote`));
  await expect(onPage.up).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(upvotesOnCard(page)).toHaveText(new RegExp(`^${free + 1} upvote`));
});

test('Back, Escape and × close the modal, and the focus returns to its card', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, TOPIC);
  const link = card(page).getByRole('link', { name: TITLE });
  const ways = [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Close' }).first().click(),
  ];
  for (const close of ways) {
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await expect(page).toHaveURL(/\?prompt=/);
    await close();
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(`${app.url}${TOPIC}`);
    await expect(link).toBeFocused();
  }
});

test('arrows and buttons go from prompt to prompt of the list, and a link to each can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, app, PEOPLE.pro, TOPIC);
  const open = page.locator('main [data-prompt-scope]:not([data-prompt-locked]) [data-item]');
  const titles = await open.allTextContents();
  const prompt = page.getByRole('dialog');
  const expectOpen = (position: number) => expect(prompt).toHaveAccessibleName(titles[position] ?? '');
  await open.first().click();
  await expectOpen(0);
  const [previous, next] = ['Previous prompt', 'Next prompt'].map((name) =>
    prompt.getByRole('button', { name }),
  );
  await expect(previous ?? prompt).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await expectOpen(1);
  await next?.click();
  await expectOpen(2);
  await page.keyboard.press('ArrowLeft');
  await expectOpen(1);

  // Arrows of a field, and of radio buttons, stay its own.
  await prompt.getByRole('textbox', { name: 'Add a comment...' }).press('ArrowRight');
  await prompt.getByRole('radio', { name: 'Human-readable' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(prompt.getByRole('radio', { name: 'JSON' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expectOpen(1);

  const href = await open.nth(1).getAttribute('href');
  await prompt.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}${href}`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${app.url}${TOPIC}`);
  await expect(open.nth(1)).toBeFocused();
});

testAllowingConsoleErrors(
  'comments that failed for want of a connection come by themselves when it is back',
  async ({ page }) => {
    await openAs(page, app, PEOPLE.pro, TOPIC);
    await page.route(/\/api\/prompts\/[^/]+\/comments/, (route) => route.abort());
    await card(page).getByRole('link', { name: TITLE }).click();
    const failure = dialog(page).getByText('We couldn’t load the comments.');
    await expect(failure).toBeVisible({ timeout: 20_000 });
    await page.unroute(/\/api\/prompts\/[^/]+\/comments/);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect(failure).toHaveCount(0);
    await expect(dialog(page).getByRole('heading', { name: /^Comments/ })).toBeVisible();
  },
);

testAllowingConsoleErrors('what the server refuses is taken back, everywhere, and said', async ({ page }) => {
  await openAs(page, app, PEOPLE.pro, TOPIC);
  await card(page).getByRole('link', { name: TITLE }).click();
  const { favorite, up } = actions(dialog(page));
  await expect(favorite).toBeVisible();
  const before = { kept: await countOf(favorite, 'favorite'), up: await countOf(up, 'upvote') };
  const heldBefore = await favorite.getAttribute('aria-pressed');
  let refuse: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    refuse = done;
  });
  await page.route(/\/api\/prompts\/[^/]+\/(favorite|vote)$/, async (route) => {
    await held;
    await route.fulfill({ status: 500, body: '{"message":"Failed to submit vote"}' });
  });
  await favorite.click();
  await up.click();
  // Shown at once, before anything is answered.
  await expect(favorite).not.toHaveAttribute('aria-pressed', heldBefore ?? '');
  refuse();
  await expect(favorite).toHaveAttribute('aria-pressed', heldBefore ?? '');
  await expect(favorite).toHaveAccessibleName(new RegExp(`, ${before.kept} favorite`));
  await expect(up).toHaveAccessibleName(new RegExp(`, ${before.up} upvote`));
  await expect(page.getByText(/Failed to (update favorites|submit vote)/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page).locator('[data-shortcut="favorite"]')).toHaveAttribute(
    'aria-pressed',
    heldBefore ?? '',
  );
  await expect(upvotesOnCard(page)).toHaveText(new RegExp(`^${before.up} upvote`));
});
