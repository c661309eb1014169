import { expect, findAccessibilityProblems, open, test, VISITOR_PAGES } from './testing.ts';

const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

for (const [name, path] of Object.entries(VISITOR_PAGES)) {
  test(`${name}: hydrates silently and asks the API for nothing`, async ({ page, apiCalls }) => {
    await open(page, path);
    await page.waitForTimeout(150);
    expect(apiCalls).toEqual([]);
  });

  for (const [device, viewport] of Object.entries(WIDTHS)) {
    test(`${name}: axe finds nothing on a ${device}, light and dark`, async ({ page }) => {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await open(page, path);
        expect(await findAccessibilityProblems(page), colorScheme).toEqual([]);
      }
    });
  }

  test(`${name}: fits 320 pixels without scrolling sideways`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('every page has one h1, a title, a description and a canonical address of its own', async ({ page }) => {
  const titles = new Map<string, string>();
  for (const [name, path] of Object.entries(VISITOR_PAGES)) {
    await page.goto(path);
    await expect(page.locator('h1'), name).toHaveCount(1);
    const title = await page.title();
    expect(title, name).not.toBe('');
    if (name.includes('unknown') || name === 'not found') continue;
    await expect(page.locator('meta[name=description]'), name).toHaveAttribute('content', /.{40,}/);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').search, name).toBe('');
    const known = titles.get(title);
    if (known) expect(canonical, `${name} shares its title`).toBe(known);
    titles.set(title, canonical ?? '');
  }
});

test('unknown addresses answer 404 with the page that says so', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  const category = await page.goto('/category/nowhere');
  expect(category?.status()).toBe(404);
  await expect(page.getByText('Error Loading Category')).toBeVisible();
  await expect(page.getByText('This category could not be found.')).toBeVisible();
});
