import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startEmbeddedDatabase } from '#server/embedded-postgres/embedded-database.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { runScript, type ScriptRunner, startScriptRunner } from './testing/run-script.ts';

const ADA = "insert into users (id, issuer, subject, email) values ('ada', 'i', 's', 'ada@example.com')";

let database: TestDatabase;
let folder: TestFolder;
let scripts: ScriptRunner;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  folder = await makeTestFolder();
  scripts = startScriptRunner({ cwd: folder.path, databaseUrl: database.url });
  await database.pool.query(ADA);
});

afterAll(async () => {
  scripts.close();
  await database.drop();
  await folder.remove();
});

const run = (...args: string[]) => scripts.run('admin.ts', ...args);

test('a member becomes staff and a member again, and the audit log has it', async () => {
  expect(await run('list')).toMatchObject({ code: 0, out: 'Nobody is staff yet.\n' });
  expect(await run('grant', 'Ada@Example.com')).toMatchObject({
    code: 0,
    out: 'Ada@Example.com is an admin.\n',
    err: expect.stringContaining('"securityEvent":"staff act","memberId":"ada","act":"grant role"'),
  });
  expect((await run('list')).out).toBe('admin      ada  ada@example.com\n');
  expect((await run('grant', 'ada@example.com', 'moderator')).out).toBe('ada@example.com is a moderator.\n');
  expect((await run('revoke', 'ada@example.com')).out).toBe('ada@example.com is a member.\n');
  const { rows } = await database.pool.query(
    'select actor_id, actor_role, act, subject_id, before, after from audit_log order by id',
  );
  expect(rows.map(({ act, before, after }) => [act, before.role, after.role])).toEqual([
    ['grant role', 'member', 'admin'],
    ['grant role', 'admin', 'moderator'],
    ['revoke role', 'moderator', 'member'],
  ]);
  expect(rows[0]).toMatchObject({ actor_id: null, actor_role: 'command', subject_id: 'ada' });
});

test.each([
  [['grant', 'nobody@example.com'], 1, 'No member has the address'],
  [['grant'], 2, 'takes the address'],
  [['grant', 'ada@example.com', 'owner'], 2, 'There is no role "owner"'],
  [['revoke', 'ada@example.com', 'admin'], 2, 'takes the address'],
  [['promote', 'ada@example.com'], 2, 'There is no command'],
])('%j ends with %i', async (args, code, words) => {
  expect(await run(...args)).toMatchObject({ code, err: expect.stringContaining(words) });
});

test('the command works while an app runs the embedded database', async () => {
  const dataDir = join(folder.path, 'data');
  const running = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const where = { cwd: folder.path, dataDir };
  expect(await runScript('admin.ts', ['list'], where)).toMatchObject({ code: 0 });
  const client = new pg.Client(running.connection);
  await client.connect();
  await client.query(ADA);
  const granted = await runScript('admin.ts', ['grant', 'ada@example.com'], where);
  const { rows } = await client.query('select role from users');
  await client.end();
  await running.stop();
  expect([granted.code, rows]).toEqual([0, [{ role: 'admin' }]]);
});
