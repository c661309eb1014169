import { expect, failing, open, test } from './testing.ts';

const GOOGLE = { name: 'Continue with Google' };

test('Copy on the landing page copies the shown text and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/');
  await page.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^You are a chief of staff/);
  await expect(page.getByRole('button', { name: 'Copy prompt' })).toBeVisible();
});

test('Copy works without the Clipboard API and keeps the focus', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, '/');
  await page.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeFocused();
});

test('the number of prompts is counted', async ({ page, request }) => {
  const categories: { promptCount: number }[] = await (await request.get('/api/categories')).json();
  const count = categories.reduce((sum, { promptCount }) => sum + promptCount, 0);
  await open(page, '/');
  const words = count >= 2000 ? 'Thousands of prompts' : `${count.toLocaleString('en-US')} prompts`;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${words}, shelved where you can find them.`,
  );
});

test('a plan and the trial survive the way over the sign-in page', async ({ page }) => {
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

test('the list price is struck and the charge stands beside it', async ({ page }) => {
  await open(page, '/');
  const advanced = page.getByRole('article').filter({ hasText: 'Most Popular' });
  await expect(advanced.locator('s')).toHaveText('$5.99');
  await expect(advanced).toContainText('You pay $4.99/month');
  await expect(page.getByText('Most Popular', { exact: true })).toHaveCount(1);
});

test('the first Tab stop leads past the header, a change of page to its heading', async ({ page }) => {
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
    { status: 503, retryAfter: '2', title: 'The library is away for a moment' },
    { status: 429, retryAfter: '37', title: 'Too many requests', text: 'Please wait 37 seconds' },
    { status: 500, retryAfter: '', title: 'Something went wrong' },
  ];
  for (const { status, retryAfter, title, text } of failures) {
    failing(`${status} is said in words, and Try Again brings the page`, async ({ page }) => {
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
      await expect(page.getByRole('heading', { level: 1 })).toContainText('find them');
    });
  }
});
