import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { openDatabaseProxy } from '#server/testing/dedicated-postgres.ts';
import { createTestDatabase, type TestDatabase, templateName } from '#server/testing/test-database.ts';
import { makeName, runAsAdmin } from '#server/testing/test-postgres.ts';
import { killAllProcesses, startProcess } from '#server/testing/test-process.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { SCHEMA_LOCK } from './migrate.ts';

const server = inject('testServer');
/** Makes roles, which the app's own may not. */
const superuser = { connection: { ...server.connection, user: 'postgres' } };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(server);
});

afterEach(killAllProcesses);
afterAll(() => database.drop());

test('a wrong password is reported in the log, not to visitors, and mended without a restart', async () => {
  const role = makeName('role');
  await runAsAdmin(superuser, `create role ${role} login password 'old'`);
  await runAsAdmin(superuser, `grant ${server.connection.user} to ${role}`);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'not-the-password';
  const app = startProcess({ DATABASE_URL: url.href });
  await app.until(`password authentication failed for user \\"${role}\\"`);
  const response = await app.get('/api/categories');
  expect(response.status).toBe(503);
  expect(response.text).not.toContain('password');
  expect((await app.get('/healthz')).status).toBe(200);
  await runAsAdmin(superuser, `alter role ${role} password 'not-the-password'`);
  await app.ready();
  expect(app.output()).not.toContain('not-the-password');
  await app.kill('SIGTERM');
  await runAsAdmin(superuser, `drop role ${role}`);
});

test('a database that does not exist yet is waited for', async () => {
  const name = makeName('test');
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const app = startProcess({ DATABASE_URL: url.href });
  await app.until(`database \\"${name}\\" does not exist`);
  // With the library in it, which takes longest to load and is not what is waited for.
  await runAsAdmin(server, `create database ${name} template ${templateName('library')}`);
  await app.ready();
  await app.kill('SIGTERM');
  await runAsAdmin(server, `drop database ${name} with (force)`);
});

test('a PostgreSQL that is too old ends the start, and says which is needed', async () => {
  const { rows } = await database.pool.query<{ server_version_num: string }>('show server_version_num');
  const version = rows[0]?.server_version_num ?? '';
  const line = await openDatabaseProxy(
    { connection: { ...server.connection, database: databaseName() } },
    (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(version, '140022'), 'latin1'),
  );
  const app = startProcess({ DATABASE_URL: line.url });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain('PostgreSQL 15 or newer is needed; this server is version 14.\n');
  await line.close();
});

test('a database without TLS, where TLS is wanted, ends the start with the remedy', async () => {
  const line = await openDatabaseProxy({ connection: { ...server.connection, database: databaseName() } });
  const app = startProcess({ DATABASE_URL: line.url, DATABASE_TLS: 'verify' });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain('does not speak TLS');
  expect(app.output()).toContain('set DATABASE_TLS=off');
  expect(app.output()).not.toContain('    at ');
  await line.close();
});

test('a schema of a newer version ends the start, and says so', async () => {
  await database.pool.query("insert into schema_migrations (name) values ('9999-tomorrow.sql')");
  const app = startProcess({ DATABASE_URL: database.url });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain(
    'migrated by a newer version of the app (9999-tomorrow.sql). Start that version',
  );
  expect(app.output()).not.toContain('    at ');
  await database.pool.query("delete from schema_migrations where name = '9999-tomorrow.sql'");
});

test('a role that may not make tables ends the start, and says what was refused', async () => {
  const name = makeName('test');
  const role = makeName('role');
  await runAsAdmin(server, `create database ${name}`);
  await runAsAdmin(superuser, `create role ${role} login password 'p'`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  url.username = role;
  url.password = 'p';
  const app = startProcess({ DATABASE_URL: url.href });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain('permission denied for schema public');
  expect(app.output()).not.toContain('    at ');
  await runAsAdmin(server, `drop database ${name} with (force)`);
  await runAsAdmin(superuser, `drop role ${role}`);
});

test('a process that waits for another to migrate is not held when it is asked to stop', async () => {
  const blocker = new pg.Client(database.connection);
  await blocker.connect();
  await blocker.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
  const app = startProcess({ DATABASE_URL: database.url });
  await app.url;
  await waitUntil('it waits for the lock', async () => {
    const { rows } = await blocker.query(`select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`);
    return rows.length > 0;
  });
  expect((await app.get('/readyz')).status).toBe(503);
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await blocker.end();
});

function databaseName(): string {
  return new URL(database.url).pathname.slice(1);
}
