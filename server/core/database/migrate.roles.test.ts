import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { makeName, runAsAdmin } from '#server/testing/test-postgres.ts';
import { killAllProcesses, startProcess } from '#server/testing/test-process.ts';
import { startSession } from '../sessions/sessions.ts';

const server = inject('testServer');
const superuser = { connection: { ...server.connection, user: 'postgres' } };
const role = makeName('role');
let database: TestDatabase;
/** Of the app's own role, which owns nothing. */
let plainUrl: string;

/** As docs/operations.md says it, but for the default privileges: here nothing is migrated later. */
const GRANTS = `
  grant usage on schema public to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant usage on all sequences in schema public to ${role}`;

beforeAll(async () => {
  database = await createTestDatabase(server);
  await runAsAdmin(superuser, `create role ${role} login password 'p'`);
  await database.pool.query(GRANTS);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'p';
  plainUrl = url.href;
});
afterEach(killAllProcesses);
afterAll(async () => {
  await database.drop();
  await runAsAdmin(superuser, `drop role ${role}`);
});

test('the app runs as a role that does not own the schema, and loads, reads and writes', async () => {
  // Something to load: the start as this role writes it.
  await database.pool.query(
    "update prompts set title = title || ' (old)', source_hash = '' where tier = 'basic'; delete from library_state",
  );
  const app = startProcess({ DATABASE_URL: plainUrl, PUBLIC_URL: 'http://localhost:3000' });
  await app.ready();
  expect((await app.get('/category/fitness')).status).toBe(200);
  const { rows: old } = await database.pool.query("select from prompts where title like '% (old)'");
  expect(old).toHaveLength(0);
  const memberId = 'm'.repeat(12);
  await sql`insert into users (id, issuer, subject, email)
    values (${memberId}, 'test', 'one', 'one@example.com')`.execute(database.db);
  const token = await startSession(database.db, memberId);
  const { rows } = await sql<{ id: string }>`select id from prompts where tier = 'basic' limit 1`.execute(
    database.db,
  );
  const response = await fetch(`${await app.url}/api/prompts/${rows[0]?.id}/favorite`, {
    method: 'POST',
    headers: { cookie: `session=${token}`, origin: 'http://localhost:3000' },
  });
  expect([response.status, await response.json()]).toMatchObject([200, {}]);
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('what it may not migrate ends the start, and says who may', async () => {
  await database.pool.query(
    'delete from schema_migrations where name = (select min(name) from schema_migrations)',
  );
  const app = startProcess({ DATABASE_URL: plainUrl });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain('run "npm run content:load" with the owner’s DATABASE_URL first');
  expect(app.output()).not.toContain('    at ');
});
