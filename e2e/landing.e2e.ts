import { expect, holdRequests, open, test, testAllowingConsoleErrors } from './fixtures.ts';

const GOOGLE = { name: 'Continue with Google' };

test('Copy on the landing page copies the sample as it is shown, filled in', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/');
  await page.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const letters = (text: string) => text.replace(/[\s•*-]/g, '');
  const shown = await page.getByRole('region', { name: 'Prompt, filled in' }).textContent();
  expect(letters(copied)).toBe(letters(shown ?? ''));
  expect(copied).not.toMatch(/\[[a-z_]+\]/);
  await expect(page.getByRole('button', { name: 'Copy prompt' })).toBeVisible();
});

test('every category tab shows the sample of its category, without moving the layout', async ({ page }) => {
  await open(page, '/');
  const tabs = page.getByRole('list', { name: 'Sample prompts by category' }).getByRole('link');
  const title = page.locator('#sample-title');
  const tabPosition = () =>
    page
      .getByRole('article')
      .filter({ has: title })
      .boundingBox()
      .then((box) => JSON.stringify(box));
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const seen = new Set<string>();
    const positions = new Set<string>();
    for (const tab of await tabs.all()) {
      await tab.focus();
      await page.keyboard.press('Enter');
      await expect(tab).toHaveAttribute('aria-current', /./);
      await expect(tab).toBeFocused();
      await expect.poll(async () => seen.has((await title.textContent()) ?? '')).toBe(false);
      seen.add((await title.textContent()) ?? '');
      positions.add(await tabPosition());
    }
    expect([width, seen.size, positions.size]).toEqual([width, 7, 1]);
  }
});

test('the samples and the search work without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  const first = await page.locator('#sample-title').textContent();
  await page
    .getByRole('list', { name: 'Sample prompts by category' })
    .getByRole('link', { name: 'Health' })
    .click();
  await expect(page).toHaveURL('/?sample=health');
  await expect(page.locator('#sample-title')).not.toHaveText(first ?? '');
  await page.getByRole('searchbox', { name: 'Find a prompt' }).fill('sleep');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=sleep');
  await context.close();
});

test('a visitor’s search keeps what was typed before its script loaded, and shows results', async ({
  page,
}) => {
  await open(page, '/category/fitness');
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const plain = page.getByRole('searchbox', { name: 'Search prompts' });
  await plain.pressSequentially('pulup');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  held.resolve();
  const field = page.getByRole('combobox', { name: 'Search prompts' });
  await expect(field).toBeFocused();
  await page.keyboard.press('l');
  await expect(field).toHaveValue('pullup');
  const results = page.getByRole('listbox', { name: 'Search results' });
  await expect(results.getByRole('option').last()).toContainText('See all results');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=pullup');
});

test('Copy works without the Clipboard API and keeps the focus', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, '/');
  await page.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeFocused();
});

test('the landing page shows the real number of prompts', async ({ page, request }) => {
  const categories: { promptCount: number }[] = await (await request.get('/api/categories')).json();
  const count = categories.reduce((sum, { promptCount }) => sum + promptCount, 0);
  await open(page, '/');
  const words = count >= 2000 ? 'Thousands of prompts' : `${count.toLocaleString('en-US')} prompts`;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${words} for better answers.`);
});

test('a chosen plan and the trial survive signing in', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Choose Advanced' }).click();
  await expect(page.getByRole('link', GOOGLE)).toHaveAttribute(
    'href',
    '/api/auth/google?returnUrl=%2Fsubscribe%3Ftier%3Dadvanced',
  );
  await page.goBack();
  await page.getByRole('link', { name: 'Start Your Free Trial' }).click();
  await expect(page).toHaveURL('/login?returnUrl=%2Fsubscribe%3Ftrial%3D1');
  await page.getByRole('link', GOOGLE).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Google login is not yet configured. Please set up your Google OAuth credentials.',
  );
});

test('the list price is struck through, with the charged price next to it', async ({ page }) => {
  await open(page, '/');
  const advanced = page.getByRole('article').filter({ hasText: 'Most Popular' });
  await expect(advanced.locator('s')).toHaveText('$5.99');
  await expect(advanced).toContainText('You pay $4.99/month');
  await expect(page.getByText('Most Popular', { exact: true })).toHaveCount(1);
});

test('the first Tab stop skips the header, and a page change focuses its heading', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused();
});

test.describe('when the API fails', () => {
  const failures = [
    { status: 503, retryAfter: '2', title: 'Promptarium is temporarily unavailable' },
    { status: 429, retryAfter: '37', title: 'Too many requests', text: 'Please wait 37 seconds' },
    { status: 500, retryAfter: '', title: 'Something went wrong' },
  ];
  for (const { status, retryAfter, title, text } of failures) {
    testAllowingConsoleErrors(
      `${status} is said in words, and Try Again brings the page`,
      async ({ page }) => {
        await open(page, '/terms');
        await page.route('**/api/**', (route) =>
          route.fulfill({
            status,
            body: '{"message":"internals"}',
            headers: retryAfter ? { 'retry-after': retryAfter } : {},
          }),
        );
        await page.getByRole('link', { name: 'Home', exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        if (text) await expect(page.getByRole('alert')).toContainText(text);
        await expect(page.getByRole('main')).not.toContainText('internals');
        await page.unroute('**/api/**');
        await page.getByRole('button', { name: 'Try Again' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toContainText('better answers');
      },
    );
  }
});

test('a button pressed before the scripts load takes effect once they have', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const release = await holdRequests(page, '**/assets/entry-client-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const copy = page.getByRole('button', { name: /^Copy/ }).first();
  await copy.click();
  release();
  await expect(page.getByRole('button', { name: /^Copied/ }).first()).toBeVisible();
});

test('whoever scrolled before the scripts loaded stays where they are', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/entry-client-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  release();
  // React has taken the footer over, and has nothing left to do.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('footer') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await page.evaluate(() => scrollY)).toBe(before);
});
