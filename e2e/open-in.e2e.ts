import type { Locator, Page } from '@playwright/test';
import type { PromptDetail } from '../contract/prompts.ts';
import { membersApp } from './apps.ts';
import { expect, open, reload, test, waitForHydration } from './fixtures.ts';
import { continueWithGoogle, forgetSession, openAs, PEOPLE } from './sign-in.ts';

/** One app for all of them. */
test.describe.configure({ mode: 'serial' });

const app = membersApp;
/** Short, with one required field or more, all of them texts without a default. */
let prompt: PromptDetail;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await openAs(page, app, PEOPLE.basic, '/');
  const read = async (path: string) => (await page.request.get(`${app.url}${path}`)).json();
  for (const { id } of (await read('/api/prompts/search?tier=basic&limit=50')).toSorted()) {
    const detail: PromptDetail = await read(`/api/prompts/${id}`);
    const required = detail.variables.filter((each) => each.required);
    const areOpen = required.every(({ type, default: value }) => type === 'text' && value === undefined);
    if (required.length === 0 || !areOpen || detail.content.length > 2500) continue;
    if (detail.content.startsWith('{')) continue;
    prompt = detail;
    break;
  }
  await page.close();
});

const required = () => prompt.variables.filter((each) => each.required);
const menuOf = (within: Locator) => within.getByRole('button', { name: 'Open in…' });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Assistants are elsewhere: nothing leaves this machine. */
async function stayHere(page: Page): Promise<void> {
  await page
    .context()
    .route(/^https:\/\//, (route) => route.fulfill({ contentType: 'text/html', body: '<p>there' }));
}

async function chosen(page: Page, entry: RegExp): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: entry }).click();
  const tab = await opened;
  await tab.waitForLoadState();
  return tab;
}

test('the filled text opens in an assistant in a new tab, once blanks are filled in, and counts as a copy', async ({
  page,
}) => {
  await stayHere(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = `open-in-${Date.now()}`;
  await openAs(page, app, person, `/prompt/${prompt.id}`);
  const before = (await (await page.request.get(`${app.url}/api/prompts/${prompt.id}`)).json()).copyCount;
  const box = page.getByRole('main').getByRole('region', { name: 'Prompt', exact: true });

  await menuOf(box).click();
  const entries = page.getByRole('menuitem');
  await expect(entries).toHaveText([/ChatGPT/, /Claude/, /Gemini/, /Perplexity/, /Add your own address/]);
  for (const link of await entries.filter({ hasText: 'new tab' }).all()) {
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  await entries.filter({ hasText: 'Claude' }).click();
  const form = page.getByRole('form', { name: 'Fill in' });
  await expect(form.getByRole('alert')).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  // The middle button opens no other way.
  await menuOf(box).click();
  await entries.filter({ hasText: 'Claude' }).click({ button: 'middle' });
  await expect(entries).toHaveCount(0);
  await expect(form.getByRole('alert')).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  for (const { name } of required()) await form.locator(`[name="${name}"]`).fill('R&D #1 “ü”');
  await menuOf(box).click();
  const countedByMiddle = page.waitForResponse(/\/copy\?/);
  const link = entries.filter({ hasText: 'ChatGPT' });
  await expect(link).toHaveAttribute('href', /^https:\/\/chatgpt\.com\/\?q=/);
  // The event alone: Chromium now and then crashes while it opens the tab.
  await link.dispatchEvent('auxclick', { button: 1 });
  expect((await countedByMiddle).ok()).toBe(true);

  await menuOf(box).press('Enter');
  const counted = page.waitForResponse(/\/copy\?/);
  const tab = await chosen(page, /Claude/);
  const text = new URL(tab.url()).searchParams.get('q');
  expect(tab.url()).toContain('https://claude.ai/new?q=');
  expect(text).toContain('R&D #1 “ü”');
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  expect((await (await counted).json()).copyCount).toBeGreaterThan(before);
  await tab.close();
  await expect(menuOf(box)).toBeFocused();

  // Last chosen first; what takes no text from an address gets it through the clipboard.
  await menuOf(box).click();
  await expect(entries.first()).toHaveText(/Claude/);
  const plain = await chosen(page, /Gemini.*Copies the prompt for you to paste/);
  expect(plain.url()).toBe('https://gemini.google.com/app');
  await plain.close();
  await page.bringToFront();
  expect(await clipboard(page)).toBe(text);
  await expect(page.getByText('Paste it into Gemini.', { exact: true })).toBeVisible();

  // One of their own.
  await menuOf(box).click();
  await page.getByRole('menuitem', { name: 'Add your own address…' }).click();
  const own = page.getByRole('region', { name: 'Open in…' });
  const field = own.getByLabel('Your own address');
  for (const refused of ['http://chat.example.com/?q={prompt}', 'https://chat.example.com/']) {
    await field.fill(refused);
    await field.press('Enter');
    await expect(own.getByRole('alert')).toContainText('has to begin with https://');
  }
  await field.fill('https://chat.example.com/new?text={prompt}');
  await field.press('Enter');
  await expect(page.getByText('Address saved', { exact: true })).toBeVisible();
  await open(page, `${app.url}/prompt/${prompt.id}`);
  await menuOf(box).click();
  const ownTab = await chosen(page, /chat\.example\.com/);
  expect(new URL(ownTab.url()).searchParams.get('text')).toBe(text);
  await ownTab.close();
});

test('a link carries values in its fragment: filled in after signing in, never sent, ignored when broken', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const [{ name = '' } = {}] = required();
  const sent: string[] = [];
  page
    .context()
    .on('request', (request) =>
      sent.push(`${request.url()} ${request.postData()} ${JSON.stringify(request.headers())}`),
    );
  await openAs(page, app, PEOPLE.basic, `/prompt/${prompt.id}`);
  await page.getByRole('button', { name: 'Fill in' }).first().click();
  const form = page.getByRole('form', { name: 'Fill in' });
  for (const field of required()) await form.locator(`[name="${field.name}"]`).fill('zebra & “co”');
  await form.getByRole('button', { name: 'Copy link with these values' }).click();
  await expect(form.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  const link = await clipboard(page);
  expect(link).toContain(`/prompt/${prompt.id}#with:`);
  await form.getByRole('button', { name: 'Clear' }).click();

  // Somebody else, who has to sign in first.
  await forgetSession(page);
  await page.goto(link);
  await page.waitForURL(/\/login\?/);
  await waitForHydration(page);
  await continueWithGoogle(page, PEOPLE.pro);
  await page.waitForURL(`${app.url}/prompt/${prompt.id}`);
  await expect(form.locator(`[name="${name}"]`)).toHaveValue('zebra & “co”');
  await expect(page.getByText('Check the values before you use them.', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('region', { name: 'Prompt', exact: true })).toContainText(
    'zebra & “co”',
  );

  // Once, and remembered by nobody.
  await reload(page);
  await expect(form).toHaveCount(0);
  await page.goto(`${app.url}/prompt/${prompt.id}#with:${'x=y&'.repeat(3000)}`);
  await expect(page.getByText('The link’s values don’t fit this prompt.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/prompt/${prompt.id}`);
  await expect(form).toHaveCount(0);
  expect(sent.filter((one) => /zebra|with:/.test(one))).toEqual([]);
});

test('phones get the share sheet instead', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'pointer', value: 'coarse' }] });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });
  });
  await openAs(page, app, PEOPLE.basic, `/prompt/${prompt.id}`);
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual([{ title: prompt.title, url: `${app.url}/prompt/${prompt.id}` }]);
});
