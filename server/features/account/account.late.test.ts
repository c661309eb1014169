import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { startTestProvider, type TestProvider } from '#server/testing/provider.ts';

let app: TestApp;
let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
  app = await createTestApp({ template: 'empty', settings: { google: provider.settings } });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** Below the patience with one statement, and together above that with a sign-in. */
const SLOW = sql`create function slow() returns trigger language plpgsql as
  $$ begin perform pg_sleep(4.7); return new; end $$`;

test('a sign-in that was told as failed leaves nothing behind, also when the database gets there (A15)', async () => {
  const { db } = app.database;
  await SLOW.execute(db);
  for (const table of ['users', 'sessions']) {
    await sql`create trigger slow before insert on ${sql.table(table)} execute function slow()`.execute(db);
  }
  const browser = new TestBrowser(app);
  const { location } = (await browser.signIn(provider, '/terms')).headers;
  expect(location).toMatch(/^\/login\?error=google/);
  // The transaction under way when the person was told ends within a second, and with nothing.
  await new Promise((done) => setTimeout(done, 1500));
  const { rows } = await sql`select (select count(*) from users)::integer as users,
    (select count(*) from sessions)::integer as sessions`.execute(db);
  expect(rows).toEqual([{ users: 0, sessions: 0 }]);
});
