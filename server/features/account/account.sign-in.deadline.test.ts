import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { startTestProvider, type TestProvider } from '#server/testing/google-provider.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { waitUntil } from '#server/testing/wait-until.ts';

let app: TestApp;
let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
  const google = { ...provider.settings, timeouts: { call: 1500, step: 1500 } };
  app = await createTestApp({ template: 'empty', settings: { google } });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** Two of these take longer than a sign-in may. */
const SLOW = sql`create function slow() returns trigger language plpgsql as
  $$ begin perform pg_sleep(1); return new; end $$`;

test('a sign-in reported as failed leaves no rows, even when the database finishes late', async () => {
  const { db } = app.database;
  await SLOW.execute(db);
  for (const table of ['users', 'sessions']) {
    await sql`create trigger slow before insert on ${sql.table(table)} execute function slow()`.execute(db);
  }
  const browser = new TestBrowser(app);
  const { location } = (await browser.signIn(provider, '/terms')).headers;
  expect(location).toMatch(/^\/login\?error=google/);
  const isIdle = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(db);
    return rows.length === 0;
  };
  expect(await isIdle()).toBe(false);
  await waitUntil('the transaction that was running at the time of the report has ended', isIdle);
  const { rows } = await sql`select (select count(*) from users)::integer as users,
    (select count(*) from sessions)::integer as sessions`.execute(db);
  expect(rows).toEqual([{ users: 0, sessions: 0 }]);
});
