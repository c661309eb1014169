import type { Locator, Page } from '@playwright/test';
import { membersApp } from './apps.ts';
import { expect, open, test } from './fixtures.ts';
import { openAs, PEOPLE, retrySuffix } from './sign-in.ts';

/** What others wrote and where their pictures are, in a real browser; and what counts as opening a prompt. */
test.describe.configure({ mode: 'serial' });

const app = membersApp;

const openSignedIn = (page: Page, path: string) => openAs(page, app, PEOPLE.pro, path);

/** The newest may be locked to the member. */
const readable = (page: Page): Locator => page.getByRole('article').filter({ hasNotText: 'Upgrade to read' });

const cards = (page: Page): Locator => readable(page).getByRole('link', { name: /./ });

async function openCard(page: Page, index: number): Promise<void> {
  const card = readable(page).nth(index).getByRole('link').first();
  const title = (await card.textContent()) ?? '';
  await card.click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toHaveText(title);
}

async function closeModal(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

const MARKUP = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '[click me](javascript:alert(1))',
  '![picture](https://evil.example/a.png)',
];

test('markup in comments is text: no dialog opens, nothing is loaded, the policy has nothing to refuse', async ({
  page,
}) => {
  const texts = MARKUP.map((text) => `${text}${retrySuffix()}`);
  const dialogs: string[] = [];
  const foreign: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // The way through signing in leaves the app; nothing after it may.
  await openSignedIn(page, '/category/fitness?sort=newest');
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  const href = (await cards(page).first().getAttribute('href')) ?? '';
  const path = `/api${href.replace('/prompt/', '/prompts/')}/comments`;
  for (const content of texts) {
    const status = await page.evaluate(
      async ([url, text]) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ content: text });
        return (await fetch(url ?? '', { method: 'POST', headers, body })).status;
      },
      [path, content],
    );
    expect(status).toBe(200);
  }
  // Drawn by the server, then by the browser alone.
  await open(page, `${app.url}${href}`);
  for (const text of texts.slice(0, 4)) await expect(page.getByText(text, { exact: true })).toBeVisible();
  await openSignedIn(page, '/category/fitness?sort=newest');
  await openCard(page, 0);
  for (const text of texts.slice(0, 4)) await expect(page.getByText(text, { exact: true })).toBeVisible();
  expect(await page.locator('a[href^="javascript:"], img[src*="evil.example"], img[src="x"]').count()).toBe(
    0,
  );
  expect([dialogs, foreign]).toEqual([[], []]);
});

test('a member’s picture at Google is shown, without telling it the page; one that fails is a letter', async ({
  page,
}) => {
  const GOOGLE = 'https://lh3.googleusercontent.com';
  const referrers: (string | undefined)[] = [];
  const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  await page.route(`${GOOGLE}/**`, async (route) => {
    referrers.push(route.request().headers()['referer']);
    const isThere = route.request().url().endsWith('/there');
    await route.fulfill(isThere ? { contentType: 'image/gif', body: picture } : { status: 404 });
  });
  await page.route('**/api/prompts/*/comments*', async (route) => {
    const response = await route.fetch();
    const comments: { user: object }[] = await response.json();
    const json = comments.map((comment, index) => ({
      ...comment,
      user: { ...comment.user, profileImageUrl: `${GOOGLE}/${index === 0 ? 'there' : `gone-${index}`}` },
    }));
    await route.fulfill({ response, json });
  });
  await openSignedIn(page, '/category/fitness?sort=newest');
  await openCard(page, 0);
  const there = page.locator(`img[src="${GOOGLE}/there"]`);
  await expect(there).toBeVisible();
  expect(await there.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect(page.locator(`img[src^="${GOOGLE}/gone"]`)).toHaveCount(0);
  expect(referrers.length).toBeGreaterThan(1);
  expect(new Set(referrers)).toEqual(new Set([undefined]));
});

test('opening a cached prompt again makes it the most recent', async ({ page }) => {
  await openSignedIn(page, '/category/career');
  const titles = await Promise.all(
    [0, 1].map((index) => readable(page).nth(index).getByRole('link').first().textContent()),
  );
  const mostRecent = () =>
    page.evaluate(async () => (await (await fetch('/api/user/recents')).json()).prompts[0].title);
  for (const index of [0, 1, 0]) {
    await openCard(page, index);
    await expect.poll(mostRecent).toBe(titles[index]);
    await closeModal(page);
  }
});
