import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { actorOf, auditedTransaction, CLI_ACTOR, markUnchanged, recordAct } from './staff-transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  await sql`insert into users (id, issuer, subject, email) values ('ada', 'i', 's', 'ada@example.com')`.execute(
    database.db,
  );
});
afterAll(() => database.drop());

const ACT = { act: 'suspend', subject: { kind: 'member', id: 'ada' } } as const;
const VIEWER = { kind: 'member', memberId: 'bo', sessionId: 's', tier: 'basic', hasPaidPlan: false } as const;
const rename = (transaction: typeof database.db, name: string) =>
  sql`update users set own_name = ${name} where id = 'ada'`.execute(transaction);
async function state() {
  const { rows } = await database.pool.query(
    'select (select own_name from users) as name, (select count(*)::int from audit_log) as lines',
  );
  return rows[0];
}

let logged: Record<string, unknown>[] = [];
const log = { info: (fields: Record<string, unknown>) => void logged.push(fields) };
const moderator = () =>
  actorOf({
    viewer: { ...VIEWER, role: 'moderator', sessionSeconds: 0, provenSeconds: null },
    ip: '203.0.113.9',
    log,
  });

beforeEach(() => {
  logged = [];
});

test('a change and its audit entry are committed together', async () => {
  const actor = moderator();
  await auditedTransaction(database.db, actor, async (transaction) => {
    await rename(transaction, 'one');
    await recordAct(transaction, { ...ACT, before: { name: null }, after: { name: 'one' }, reason: 'Why' });
  });
  expect(await state()).toEqual({ name: 'one', lines: 1 });
  const { rows } = await database.pool.query('select * from audit_log');
  expect(rows[0]).toMatchObject({
    actor_id: 'bo',
    actor_role: 'moderator',
    act: 'suspend',
    subject_kind: 'member',
    subject_id: 'ada',
    before: { name: null },
    after: { name: 'one' },
    reason: 'Why',
    network: '203.0.113.0/24',
  });
});

test('a change without an audit entry is rolled back, and so is an entry without a change', async () => {
  const silent = auditedTransaction(database.db, CLI_ACTOR, (transaction) => rename(transaction, 'two'));
  await expect(silent).rejects.toThrow('has no line in the audit log');
  const failing = auditedTransaction(database.db, CLI_ACTOR, async (transaction) => {
    await recordAct(transaction, ACT);
    await sql`select 1 / 0`.execute(transaction);
  });
  await expect(failing).rejects.toThrow('division by zero');
  await auditedTransaction(database.db, CLI_ACTOR, async (transaction) => markUnchanged(transaction));
  expect(await state()).toEqual({ name: 'one', lines: 1 });
});

test('members cannot act as staff', () => {
  const member = { ...VIEWER, role: 'member', sessionSeconds: 0, provenSeconds: null } as const;
  expect(() => actorOf({ viewer: member, ip: '::1', log })).toThrow('not found');
  expect(() => actorOf({ viewer: { kind: 'visitor' }, ip: '::1', log })).toThrow('not found');
});

test.each(["update audit_log set reason = 'x'", 'delete from audit_log', 'truncate audit_log'])(
  'even the owner of the audit table cannot %s',
  async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow('the audit log takes new lines only');
    expect(await state()).toMatchObject({ lines: 1 });
  },
);

test('a staff action is a security event, unless it failed or changed nothing', async () => {
  const { db } = database;
  await auditedTransaction(db, moderator(), async (transaction) => {
    await recordAct(transaction, ACT);
    await recordAct(transaction, { act: 'start order', subject: { kind: 'order', id: 'one' } });
  });
  await auditedTransaction(db, moderator(), async (transaction) => markUnchanged(transaction));
  const failing = auditedTransaction(db, moderator(), async (transaction) => {
    await recordAct(transaction, ACT);
    throw new Error('in vain');
  });
  await expect(failing).rejects.toThrow('in vain');
  expect(logged).toEqual([
    { securityEvent: 'staff act', memberId: 'ada', by: 'bo', act: 'suspend', member: 'ada' },
    { securityEvent: 'staff act', memberId: null, by: 'bo', act: 'start order', order: 'one' },
  ]);
});
