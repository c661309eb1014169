import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { startTestProvider, type TestProvider } from '#server/testing/google-provider.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let provider: TestProvider;
/** With a provider that can be told to ask the person again. */
let app: TestApp;
/** With one like Google, which cannot. */
let googleApp: TestApp;

beforeAll(async () => {
  provider = await startTestProvider();
  const start = (asksAgain: boolean) => {
    const google = { ...provider.settings, asksAgain, timeouts: { call: 60_000, step: 60_000 } };
    return createTestApp({ template: 'empty', settings: { google } });
  };
  [app, googleApp] = await Promise.all([start(true), start(false)]);
});
afterAll(async () => {
  await Promise.all([app.close(), googleApp.close()]);
  await provider.close();
});

const TOLD = '/login?error=sign_in_again&returnUrl=%2Ffavorites';

/** Seconds since the last session's person proved who they are. */
async function provenSeconds({ database }: TestApp): Promise<number | null | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - proven_at)::integer as seconds from sessions
    order by created_at desc limit 1`.execute(database.db);
  return rows[0]?.seconds;
}

/** @param secondsAgo when the provider says it asked the person; null: it does not say */
async function prove(browser: TestBrowser, secondsAgo: number | null) {
  const begun = await browser.get('/api/auth/google?returnUrl=/favorites&again=true');
  const asked = String(begun.headers.location);
  const { prompt, max_age } = Object.fromEntries(new URL(asked).searchParams);
  const authTime = secondsAgo === null ? undefined : Math.floor(Date.now() / 1000) - secondsAgo;
  provider.misbehavior = { claims: { auth_time: authTime } };
  const response = await browser.get(provider.authorize(asked));
  provider.misbehavior = {};
  return { prompt, max_age, location: response.headers.location };
}

test('reauthentication makes the provider ask again; an ordinary sign-in does not count as one', async () => {
  const browser = new TestBrowser(app);
  await browser.signIn(provider);
  expect(await provenSeconds(app)).toBeNull();
  expect(await prove(browser, 5)).toEqual({ prompt: 'login', max_age: '0', location: '/favorites' });
  expect(await provenSeconds(app)).toBeGreaterThanOrEqual(4);
});

test.each([null, 3600])(
  'a member the provider did not ask again sees an error and stays signed in: %j',
  async (secondsAgo) => {
    const browser = new TestBrowser(app);
    await browser.signIn(provider);
    expect((await prove(browser, secondsAgo)).location).toBe(TOLD);
    expect(await provenSeconds(app)).toBeNull();
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200);
    const page = await browser.get(TOLD);
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining('Google didn’t ask you to confirm who you are.'),
    ]);
  },
);

test.each([
  [null, '/favorites'],
  [60, '/favorites'],
  [3600, TOLD],
])('Google shows its account chooser, and its auth_time is trusted: %j', async (secondsAgo, location) => {
  expect(await prove(new TestBrowser(googleApp), secondsAgo)).toEqual({
    prompt: 'select_account',
    max_age: '0',
    location,
  });
  if (location === '/favorites')
    expect(await provenSeconds(googleApp)).toBeLessThan(secondsAgo === null ? 30 : 90);
});
