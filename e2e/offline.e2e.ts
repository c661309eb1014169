import { connect, createServer } from 'node:net';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { PromptCard, PromptDetail } from '../contract/prompts.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp as app } from './apps.ts';
import { expect, test, waitForHydration } from './fixtures.ts';
import { startSession } from './sign-in.ts';

/** Each in a browser of its own: elsewhere service workers are blocked, so that no test sees another's. */
test.describe.configure({ mode: 'serial' });

let context: BrowserContext;
let page: Page;

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ serviceWorkers: 'allow', baseURL: app.url });
  page = await context.newPage();
});
test.afterEach(async () => await context.close());

const names = (what: string) => `${what}-${Date.now()}`;
const enter = async (name: string) => await context.addCookies(await startSession(app, name));
const visit = async (path: string) => {
  await page.goto(path);
  await waitForHydration(page);
};

/** A change as the app makes it. */
const send = async (method: string, path: string, body?: object) =>
  await page.evaluate(
    async ([how, where, what]) => {
      const json = what === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: what };
      const response = await fetch(where, { method: how, ...json });
      if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
      return await response.json();
    },
    [method, path, body && JSON.stringify(body)] as const,
  );

const read = async (path: string) => await (await page.request.get(path)).json();

/** Addresses this browser keeps; none before the copy is whole. */
const keptAddresses = async (): Promise<string[]> =>
  await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        addresses.push(url.replace(location.origin, ''));
    }
    return addresses;
  });

/** Who it is for; null while there is none. */
const keptFor = async () =>
  await page.evaluate(async () => (await (await caches.match('/offline-state'))?.json())?.member ?? null);

async function somePrompts(tier: string, count: number): Promise<PromptCard[]> {
  return await read(`/api/prompts/search?tier=${tier}&limit=${count}`);
}

/** The text of an open prompt is shown, and copied whatever is blank. */
async function copyFrom(dialog: Locator, { content, variables }: PromptDetail): Promise<void> {
  const words = content.match(/[A-Za-z]{4,}(?: [a-z]+){3}/)?.[0] ?? '';
  await expect(dialog.getByRole('region', { name: 'Prompt', exact: true })).toContainText(words);
  await dialog
    .getByRole('button', { name: /^Copy prompt/ })
    .first()
    .click();
  const withBlanks = dialog.getByRole('button', { name: 'Copy with blanks' });
  if (variables.some(({ required }) => required)) await withBlanks.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(words);
}

test('favorites and collections are read and copied offline, and nothing is left after signing out', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(names('offline'));
  await visit('/');
  await expect.poll(keptFor, { timeout: 20_000 }).not.toBeNull();
  const [prompt, collected] = await somePrompts('basic', 2);
  const [locked] = await somePrompts('pro', 1);
  if (!prompt || !collected || !locked) throw new Error('There are no prompts.');
  for (const { id } of [prompt, locked]) await send('POST', `/api/prompts/${id}/favorite`);
  const collection = await send('POST', '/api/collections', {
    name: 'For the train',
    promptId: collected.id,
  });
  const detail: PromptDetail = await read(`/api/prompts/${prompt.id}`);
  const collectedDetail: PromptDetail = await read(`/api/prompts/${collected.id}`);

  // By itself, after a change.
  await expect.poll(keptAddresses, { timeout: 20_000 }).toContain(`/api/prompts/${collected.id}`);
  const addresses = await keptAddresses();
  expect(addresses).toEqual(
    expect.arrayContaining(['/favorites', `/collections/${collection.id}`, `/api/prompts/${prompt.id}`]),
  );
  expect(addresses).not.toContain(`/api/prompts/${locked.id}`);

  await context.setOffline(true);
  await visit('/favorites');
  await expect(page.getByText('You’re offline. Changes won’t be saved until you reconnect.')).toBeVisible();
  const bounds = page.getByText('Kept on this device: your latest 120 favorites and 20 collections');
  await expect(bounds).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: prompt.title }).first().click();
  const dialog = page.getByRole('dialog', { name: prompt.title });
  await copyFrom(dialog, detail);

  await page.goto(`/prompt/${prompt.id}`);
  await expect(page).toHaveURL(`${app.url}/favorites?prompt=${prompt.id}`);
  await expect(dialog).toBeVisible();
  await visit(`/collections/${collection.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'For the train' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: collected.title }).click();
  await copyFrom(page.getByRole('dialog', { name: collected.title }), collectedDetail);
  await visit('/collections');
  await expect(bounds).toBeVisible();
  await page.goto('/search?q=run');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'My Favorites' }).click();
  await waitForHydration(page);
  await context.setOffline(false);

  // Deleted elsewhere: what the server refuses is not shown from the copy later.
  await app.query('delete from collections where id = $1', [collection.id]);
  await page.goto(`/collections/${collection.id}`);
  await expect
    .poll(async () => (await keptAddresses()).filter((address) => address.includes(collection.id)))
    .toEqual([]);
  await visit('/favorites');
  await expect(bounds).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign Out' }).click();
  await page.waitForURL(`${app.url}/`);
  await expect.poll(keptAddresses).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await context.setOffline(true);
  await expect(page.goto('/favorites')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
});

test('the offline copy is deleted when the tier, the member, the session or the build changes', async () => {
  const person = names('tiers');
  await enter(person);
  await visit('/');
  const { id } = await read('/api/auth/user');
  const setTier = async (tier: string) =>
    await app.query('update users set tier = $2 where id = $1', [id, tier]);
  const [mine] = await somePrompts('pro', 1);
  await setTier('pro');
  await visit('/');
  await send('POST', `/api/prompts/${mine?.id}/favorite`);
  await expect.poll(keptFor, { timeout: 20_000 }).toEqual({ id, tier: 'pro' });
  await expect.poll(keptAddresses, { timeout: 20_000 }).toContain(`/api/prompts/${mine?.id}`);

  await setTier('basic');
  await visit('/');
  await expect.poll(keptFor, { timeout: 20_000 }).toEqual({ id, tier: 'basic' });
  expect(await keptAddresses()).toContain('/favorites');
  expect(await keptAddresses()).not.toContain(`/api/prompts/${mine?.id}`);

  // Somebody else, whose session came without this browser having seen a sign-in.
  await enter(names('other'));
  await visit('/');
  const other = await read('/api/auth/user');
  await expect.poll(async () => (await keptFor())?.id, { timeout: 20_000 }).toBe(other.id);

  // What another build left goes when this one's worker begins.
  await page.evaluate(async () => {
    await (await caches.open('offline-of-another-build')).put('/favorites', new Response('old'));
    await (await navigator.serviceWorker.getRegistration())?.unregister();
  });
  await visit('/');
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('offline-of-another-build');

  // After seven days without a connection the plan may have ended.
  await expect.poll(keptFor, { timeout: 20_000 }).not.toBeNull();
  await page.evaluate(async (days) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const state = await (await cache.match('/offline-state'))?.json();
      if (!state) continue;
      const savedAt = Date.now() - days * 86_400_000;
      await cache.put('/offline-state', new Response(JSON.stringify({ ...state, savedAt })));
    }
  }, 7.01);
  await context.setOffline(true);
  await expect(page.goto('/favorites')).rejects.toThrow('net::ERR_FAILED');
  await context.setOffline(false);

  // A session that ended elsewhere: the next page is a visitor's.
  await visit('/');
  await expect.poll(keptFor, { timeout: 20_000 }).not.toBeNull();
  await context.clearCookies();
  await page.goto('/category/fitness');
  await expect.poll(keptAddresses).toEqual([]);

  // Visitors have none of it.
  await visit('/category/fitness');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('a connection that hangs counts as offline', async () => {
  await enter(names('tunnel'));
  // In between, as what the browser itself does for a page cannot be held up from here.
  let isHanging = false;
  const tunnel = createServer((clientSocket) => {
    const serverSocket = connect(Number(new URL(app.url).port), 'localhost');
    clientSocket.on('data', (bytes) => isHanging || serverSocket.write(bytes));
    serverSocket.on('data', (bytes) => clientSocket.write(bytes));
    for (const [end, other] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      end.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => void tunnel.listen(0, 'localhost', done));
  const address = tunnel.address();
  if (address === null || typeof address === 'string') throw new Error('The tunnel has no port.');
  const entrance = `http://localhost:${address.port}`;
  await visit(`${entrance}/`);
  await expect.poll(keptFor, { timeout: 20_000 }).not.toBeNull();

  isHanging = true;
  await visit(`${entrance}/favorites`);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My Favorites' })).toBeVisible();
  isHanging = false;
  await context.close();
  tunnel.close();
});
