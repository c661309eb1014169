import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../scripts/free-port.ts';
import { type StartedApp, startApp } from './start-app.ts';
import { hydrated, open } from './testing.ts';

/** An app with people to sign in as. */
export async function startMembersApp(): Promise<StartedApp> {
  return await startApp('scripts/start.ts', {
    SANDBOX_PORT: String(await freePort()),
    SIGN_IN_RATE_LIMIT: '0',
  });
}

/** Ready people of the sandbox, by what they may read. */
export const PEOPLE = { basic: /Ada/, advanced: /Grace/, pro: /Linus/ } as const;

/** As a person does it: from the sign-in page over the provider's to the wanted page. */
export async function signIn(page: Page, app: StartedApp, person: RegExp, path = '/'): Promise<void> {
  await open(page, `${app.url}/login?returnUrl=${encodeURIComponent(path)}`);
  await continueWithGoogle(page, person);
  await page.waitForURL(`${app.url}${path}`);
  await hydrated(page);
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const sessions = new Map<string, Cookies>();

/** The same without the way there, for tests of something else; a session serves all of a file's tests. */
export async function openAs(page: Page, app: StartedApp, person: RegExp, path: string): Promise<void> {
  const key = `${app.url} ${person}`;
  const known = sessions.get(key);
  if (!known) {
    await signIn(page, app, person, path);
    sessions.set(key, await page.context().cookies(app.url));
    return;
  }
  await page.context().addCookies(known);
  await open(page, `${app.url}${path}`);
}

export async function continueWithGoogle(page: Page, person: RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: person }).click();
}

/** What the API answers a visitor. An app that has just started on a busy machine may ask to come back later. */
export async function read<Answer>(app: StartedApp, path: string): Promise<Answer> {
  for (;;) {
    const answer = await fetch(`${app.url}${path}`);
    if (answer.ok) return await answer.json();
    if (answer.status !== 503) throw new Error(`${path}: ${answer.status}`);
    await new Promise((done) => setTimeout(done, 1000));
  }
}
