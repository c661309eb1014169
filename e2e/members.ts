import type { BrowserContext, Page } from '@playwright/test';
import { freePort } from '../scripts/free-port.ts';
import { type StartedApp, startApp } from './start-app.ts';
import { open } from './testing.ts';

/** An app with people to sign in as. */
export async function startMembersApp(): Promise<StartedApp> {
  return await startApp('scripts/start.ts', {
    SANDBOX_PORT: String(await freePort()),
    SIGN_IN_RATE_LIMIT: '0',
  });
}

/** Ready people of the sandbox, by what they may read. */
export const PEOPLE = { basic: /Ada/, pro: /Linus/ } as const;

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

/** After a page that came by itself, as `open` waits for one that was asked for. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')));
}
