import { type BrowserContext, type Page, request } from '@playwright/test';
import { PRESET_USERS } from '../sandbox/people.ts';
import type { App } from './apps.ts';
import { expect, open } from './fixtures.ts';

/** Ready people of the sandbox, by what they may read. Any other name is a member who was never here. */
export const PEOPLE = { basic: 'Ada', advanced: 'Grace', pro: 'Linus' } as const;

/** As a person does it, on the sign-in page and the provider's. */
export async function continueWithGoogle(page: Page, person: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: person }).click();
}

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/**
 * The same way without a page: what the browser keeps of it.
 * @param isProof as staff do it for a dangerous act: the provider is told to ask the person
 */
export async function startSession(app: App, name: string, isProof = false): Promise<Cookies> {
  const ready = PRESET_USERS.find(({ firstName }) => firstName === name);
  const { email, firstName, lastName } = ready ?? {
    email: `${name}@example.com`,
    firstName: name,
    lastName: '',
  };
  const client = await request.newContext({ extraHTTPHeaders: { referer: `${app.url}/login` } });
  const provider = await client.get(
    `${app.url}/api/auth/google?returnUrl=/terms${isProof ? '&again=true' : ''}`,
  );
  const form = { email, first_name: firstName, last_name: lastName };
  const back = await client.post(provider.url(), { form });
  expect(back.url()).toBe(`${app.url}/terms`);
  const { cookies } = await client.storageState();
  await client.dispose();
  return cookies.filter(({ domain }) => domain === new URL(app.url).hostname);
}

const sessions = new Map<string, Cookies>();

/** Signs in for tests of something else; a member's session serves all of a worker's tests. */
export async function addSession(page: Page, app: App, name: string): Promise<void> {
  const key = `${app.url} ${name}`;
  const session = sessions.get(key) ?? (await startSession(app, name));
  sessions.set(key, session);
  await page.context().addCookies(session);
}

export async function openAs(page: Page, app: App, name: string, path: string): Promise<void> {
  await addSession(page, app, name);
  await open(page, `${app.url}${path}`);
}

/** What the API returns to a visitor. An app that has just started on a busy machine may ask to come back later. */
export async function read<Body>(app: App, path: string): Promise<Body> {
  for (;;) {
    const response = await fetch(`${app.url}${path}`);
    if (response.ok) return await response.json();
    if (response.status !== 503) throw new Error(`${path}: ${response.status}`);
    await new Promise((done) => setTimeout(done, 1000));
  }
}
