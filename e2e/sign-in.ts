import { type BrowserContext, type Page, request } from '@playwright/test';
import { PRESET_USERS } from '../sandbox/people.ts';
import type { App, MemberApp } from './apps.ts';
import { expect, open, test } from './fixtures.ts';

/** Ready people of the sandbox, by what they may read. Any other name is a member who was never here. */
export const PEOPLE = { basic: 'Ada', advanced: 'Grace', pro: 'Linus' } as const;

/** How many attempts at this test came before, with those of `--repeat-each`. */
export function attemptsBefore(): number {
  const { retry, repeatEachIndex } = test.info();
  return 2 * repeatEachIndex + retry;
}

/** Distinguishes what this attempt at a test makes from what the one before left behind; empty the first time. */
export function retrySuffix(): string {
  return attemptsBefore() === 0 ? '' : `-${attemptsBefore()}`;
}

/**
 * Whom a name means: in a retry somebody new of the same name and tier, because a member who met a failure has kept
 * and bought things. A serial group is retried as a whole, with the same people.
 */
export function memberNamed(name: string) {
  const ready = PRESET_USERS.find(({ firstName }) => firstName === name);
  const person = ready ?? { email: `${name}@example.com`, firstName: name, lastName: '', tier: 'basic' };
  return { ...person, email: person.email.replace('@', `${retrySuffix()}@`), isReady: ready !== undefined };
}

/** As a person does it, on the sign-in page and the provider's: by the button of the ready people; who is new types. */
export async function continueWithGoogle(page: Page, person: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  const { email, firstName, lastName, isReady } = memberNamed(person);
  if (isReady && !retrySuffix()) return await page.getByRole('button', { name: person }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** With `query`, ready people of a retry get their tiers. */
type AnyApp = App & Partial<Pick<MemberApp, 'query'>>;

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/**
 * The same way without a page: what the browser keeps of it.
 * @param isReauthentication as staff do it for a dangerous act: the provider is told to ask the person
 */
export async function startSession(app: AnyApp, name: string, isReauthentication = false): Promise<Cookies> {
  const { email, firstName, lastName, tier, isReady } = memberNamed(name);
  const client = await request.newContext({ extraHTTPHeaders: { referer: `${app.url}/login` } });
  const provider = await client.get(
    `${app.url}/api/auth/google?returnUrl=/terms${isReauthentication ? '&again=true' : ''}`,
  );
  const form = { email, first_name: firstName, last_name: lastName };
  const back = await client.post(provider.url(), { form });
  expect(back.url()).toBe(`${app.url}/terms`);
  if (retrySuffix() && isReady && app.query) {
    // Like the ready people, who have been members for a while: the first day has limits of its own.
    const makeReady = `update users set tier = $2, created_at = now() - interval '30 days' where email = $1`;
    await app.query(makeReady, [email, tier]);
  }
  const { cookies } = await client.storageState();
  await client.dispose();
  return cookies.filter(({ domain }) => domain === new URL(app.url).hostname);
}

const sessions = new Map<string, Cookies>();

/** Signs in for tests of something else; a member's session serves all of a worker's tests. */
export async function addSession(page: Page, app: AnyApp, name: string): Promise<void> {
  const key = `${app.url} ${memberNamed(name).email}`;
  const session = sessions.get(key) ?? (await startSession(app, name));
  sessions.set(key, session);
  await page.context().addCookies(session);
}

/** Of somebody whose sessions the app has ended: the next page is theirs by a new one. */
export function forgetEndedSession(app: App, name: string): void {
  sessions.delete(`${app.url} ${memberNamed(name).email}`);
}

export async function openAs(page: Page, app: AnyApp, name: string, path: string): Promise<void> {
  await addSession(page, app, name);
  await open(page, `${app.url}${path}`);
}

/** The session is gone from this browser. The page is left first: what it still asks for would be refused, on its console. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
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
