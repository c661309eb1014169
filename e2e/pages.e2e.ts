import { errorPage } from '../server/core/http/errors/error-page.ts';
import { tooManyRequests } from '../server/core/http/security/rate-limit.ts';
import { COUNTDOWN_POLICY } from '../server/core/http/security/security-headers.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import {
  expect,
  expectNoHorizontalScroll,
  open,
  test,
  testAllowingConsoleErrors,
  VISITOR_PAGES,
} from './fixtures.ts';

const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

for (const [name, path] of Object.entries(VISITOR_PAGES)) {
  test(`${name}: hydrates silently, axe finds nothing in either theme, and 320 pixels suffice`, async ({
    page,
    apiCalls,
  }) => {
    await page.setViewportSize(WIDTHS.desktop);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await open(page, path);
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await findAccessibilityProblems(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAccessibilityProblems(page, 'colors'), 'dark').toEqual([]);
    expect(apiCalls).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page);
  });
}

/** Between them they hold every part whose layout changes with the width. */
for (const name of ['landing', 'category', 'search', 'login'] as const) {
  test(`${name}: axe finds nothing on a phone`, async ({ page }) => {
    await page.setViewportSize(WIDTHS.phone);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await open(page, VISITOR_PAGES[name]);
    expect(await findAccessibilityProblems(page), 'dark').toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await findAccessibilityProblems(page, 'colors'), 'light').toEqual([]);
  });
}

testAllowingConsoleErrors(
  'over a limit the link to try again counts down and leads nowhere until then, and the page opens by itself afterwards',
  async ({ browser, baseURL }) => {
    // In a context of its own, whose clock nobody else has.
    const page = await browser.newPage();
    let requests = 0;
    await page.route('**/terms', (route) => {
      requests += 1;
      return route.fulfill({
        status: 429,
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': COUNTDOWN_POLICY },
        body: errorPage(tooManyRequests(43), { styles: [] }, { theme: undefined, isPage: true }),
      });
    });
    await page.clock.install();
    await page.goto(`${baseURL}/terms`);
    const link = page.getByRole('link', { name: 'Try Again' });
    await expect(link).toHaveText('Try Again in 43 s');
    await expect(link).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('You can try again in 43 seconds.')).toBeHidden();
    await page.clock.runFor(10_000);
    await expect(link).toHaveText('Try Again in 33 s');
    // By key: nothing happens, and the page stays.
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(link).toHaveText('Try Again in 33 s');
    // Nowhere to go until then; after it the page is requested again by itself.
    await expect(page.getByRole('link', { name: 'Home' })).toHaveCount(0);
    expect(requests).toBe(1);
    await page.clock.runFor(33_000);
    await expect.poll(() => requests).toBe(2);
    await page.close();
  },
);

test('every page has a title, a description and a canonical address of its own', async ({ request }) => {
  const titles = new Map<string, string>();
  for (const [name, path] of Object.entries(VISITOR_PAGES)) {
    const html = await (await request.get(path)).text();
    const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
    const title = find(/<title>(.+?)<\/title>/);
    expect(title, name).not.toBe('');
    if (name.includes('unknown') || name === 'not found') continue;
    expect(find(/<meta name="description" content="(.+?)"/).length, name).toBeGreaterThanOrEqual(40);
    const canonical = find(/<link rel="canonical" href="(.+?)"/);
    expect(new URL(canonical).search, name).toBe('');
    const known = titles.get(title);
    if (known) expect(canonical, `${name} shares its title`).toBe(known);
    titles.set(title, canonical);
  }
});

test('unknown addresses answer 404 with the not-found page', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  await expect(page.getByRole('main').getByRole('link', { name: 'Help' })).toBeVisible();
  const category = await page.goto('/category/nowhere');
  expect(category?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Category');
  await expect(page.getByText('This category could not be found.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Family' }).click();
  await expect(page).toHaveURL(/\/category\/family$/);
  const topic = await page.goto('/category/fitness/nowhere');
  expect(topic?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Topic');
  await page.getByRole('main').getByRole('link', { name: 'Fitness Prompts' }).click();
  await expect(page).toHaveURL(/\/category\/fitness$/);
});

test('the index of the API page and of the MCP page marks the section one reads', async ({ page }) => {
  await page.setViewportSize(WIDTHS.desktop);
  await open(page, '/docs/api');
  const index = page.getByRole('navigation', { name: 'On this page' });
  const current = index.locator('[aria-current="location"]');
  await expect(current).toHaveText('Conventions');
  await expect(index.getByRole('list', { name: 'Calls' }).getByRole('link').first()).toHaveText(/^Prompts/);
  await expect(page.getByRole('heading', { name: 'GET /api/prompts/search', exact: true })).toBeVisible();
  for (const name of ['Tokens', 'Errors', 'Billing', 'Operations']) {
    await index.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
    await expect(current).toHaveText(new RegExp(`^${name}`));
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(current).toHaveText('Conventions');
  await open(page, '/docs/mcp');
  await expect(current).toHaveText('Address');
  await page.getByRole('heading', { name: 'Cursor' }).evaluate((heading) => heading.scrollIntoView());
  await expect(current).toHaveText('Cursor');
});
