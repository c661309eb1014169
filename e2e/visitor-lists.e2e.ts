import { findAccessibilityProblems } from './accessibility.ts';
import { expect, open, reload, test, waitForHydration } from './fixtures.ts';

const MAX_SCRIPT_KILOBYTES = 115;

test('a category page runs at most 115 kB of script, and nothing of what only members use', async ({
  page,
  request,
  baseURL,
}) => {
  const scripts = new Set<string>();
  page.on('request', (each) => {
    if (each.resourceType() === 'script') scripts.add(new URL(each.url()).pathname);
  });
  await open(page, `${baseURL}/category/fitness`);
  await page.waitForLoadState('networkidle');
  let bytes = 0;
  for (const path of scripts) {
    const response = await request.head(path, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers()['content-encoding']).toBe('br');
    bytes += Number(response.headers()['content-length']);
  }
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes / 1000).toBeLessThanOrEqual(MAX_SCRIPT_KILOBYTES);
  expect([...scripts].filter((path) => /shortcuts|toaster|modal|palette|member|dialog/.test(path))).toEqual(
    [],
  );
});

test('the first press of a key fetches the shortcuts and is not lost', async ({ page }) => {
  await open(page, '/category/fitness');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await reload(page);
  await open(page, '/category/fitness');
  await page.keyboard.press('Control+k');
  // Typed while its code is still on its way.
  await page.keyboard.type('budget f');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toHaveValue('budget f');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await open(page, '/category/fitness');
  await page.keyboard.press('j');
  await expect(page.getByRole('article').first().getByRole('link').first()).toBeFocused();
});

test('every card shows its date and its number of favorites, a locked one too', async ({ page }) => {
  // Which prompts are the most popular changes with what members do meanwhile.
  await open(page, '/category/fitness?sort=newest');
  const cards = page.getByRole('article');
  await expect(cards.filter({ hasText: 'Upgrade to read' })).not.toHaveCount(0);
  for (const card of await cards.all()) {
    await expect(card.locator('time')).toHaveCount(1);
    const button = card.getByRole('button', { name: /, \d+ favorites?$/ });
    await expect(button.or(card.getByText(/^\d+ favorites?$/))).toHaveCount(1);
  }
});

test('a heart and a vote ask a visitor to sign in, in a toast that leads there and back', async ({
  page,
}) => {
  await open(page, '/category/fitness?sort=newest');
  await page
    .getByRole('button', { name: /^Add to favorites/ })
    .first()
    .click();
  const notifications = page.getByRole('region', { name: /Notifications/ });
  await expect(notifications.getByText('Sign In Required', { exact: true })).toBeVisible();
  await expect(notifications.getByText('Please sign in to add favorites', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A vote needs a prompt one may read; what is locked has none.
  await page.locator('[data-prompt-scope]:not([data-prompt-locked]) [data-item]').first().focus();
  await page.keyboard.press('u');
  await expect(notifications.getByText('Please sign in to vote', { exact: true })).toBeVisible();
  await notifications.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login?returnUrl=%2Fcategory%2Ffitness%3Fsort%3Dnewest');
});

for (const [way, close] of Object.entries({
  Back: (page) => page.goBack(),
  Escape: (page) => page.keyboard.press('Escape'),
  '×': (page) => page.getByRole('button', { name: 'Close' }).click(),
  'the backdrop': (page) => page.mouse.click(8, 300),
}) satisfies [string, (page: import('@playwright/test').Page) => Promise<unknown>][]) {
  test(`a card asks a visitor to sign in, at an address of its own; ${way} leads back`, async ({ page }) => {
    await open(page, '/category/fitness?sort=newest');
    const card = page.getByRole('article').nth(8).getByRole('link').first();
    await card.scrollIntoViewIfNeeded();
    const id = (await card.getAttribute('href'))?.replace('/prompt/', '');
    const title = await card.textContent();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(200);
    await card.click();
    const dialog = page.getByRole('dialog', { name: 'Sign In Required' });
    await expect(dialog.getByRole('heading', { name: title ?? '' })).toBeVisible();
    await expect(dialog).toContainText(/Free with your Google account|It needs the [\w ]+ plan/);
    await expect(page).toHaveURL(`/category/fitness?sort=newest&prompt=${id}`);
    await expect(dialog.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      `/api/auth/google?returnUrl=${encodeURIComponent(`/category/fitness?sort=newest&prompt=${id}`)}`,
    );
    if (way === 'Back') expect(await findAccessibilityProblems(page)).toEqual([]);
    await close(page);
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/category/fitness?sort=newest');
    await expect(card).toBeFocused();
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThan(3);
    // Closing went back: the entry of the dialog lies ahead.
    await page.goForward();
    await expect(dialog).toBeVisible();
  });
}

test('a visitor’s link to a prompt over a list shows the list and the sign-in dialog; closing replaces the address', async ({
  page,
}) => {
  await open(page, '/category/fitness');
  const href = await page.getByRole('article').nth(1).getByRole('link').first().getAttribute('href');
  const card = page.getByRole('article').locator(`a[href="${href}"]`).first();
  const id = href?.replace('/prompt/', '');
  await open(page, '/terms');
  await open(page, `/category/fitness?prompt=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Sign In Required' });
  await expect(dialog).toBeVisible();
  // Besides the one in the dialog.
  await expect(page.locator('article:not(dialog *)')).toHaveCount(12);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/category/fitness');
  await expect(card).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

test('a reload, and Back from another site, restore loaded pages and scroll position', async ({ page }) => {
  await open(page, '/category/fitness');
  const cards = page.getByRole('article');
  await page.getByRole('button', { name: 'Load More Prompts' }).click();
  await expect(cards).toHaveCount(24);
  // The entry of the history knows of both pages, and the router has drawn it.
  await page.waitForFunction(() => history.state.loadedPages === 2);
  await waitForHydration(page);
  await cards.nth(20).scrollIntoViewIfNeeded();
  // What is told of scrolling is told with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(1200);

  await reload(page);
  await expect(cards).toHaveCount(24);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled - 3);
  expect(await page.evaluate(() => window.scrollY)).toBeLessThan(scrolled + 3);

  // Another document, so that nothing but the history remembers.
  await page.goto('/api/docs-nowhere');
  await page.goBack();
  await expect(cards).toHaveCount(24);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled - 3);

  // Another list starts from its beginning.
  await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Newest' });
  await expect(page).toHaveURL(/sort=newest/);
  await expect(page.getByText(/^Showing 12 of \d+/)).toBeAttached();
});
