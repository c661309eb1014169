import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { startSession } from '#server/core/sessions/sessions.ts';
import { oauthCalls } from '#server/testing/oauth-calls.ts';
import {
  callsWith,
  callsWithToken,
  createMember,
  createStaff,
  createTestApp,
  createToken,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { accountDeletedMail } from '../../account/account.deleted.mail.ts';

let app: TestApp;
let admin: TestMember;
let moderator: TestMember;
let ada: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createStaff(app, 'admin', { firstName: 'Root' });
  moderator = await createStaff(app, 'moderator', { firstName: 'Mod' });
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await createMember(app, { firstName: 'Ada', lastName: 'Love%lace' });
});

const urlOfMember = (person: TestMember) => `/api/admin/members/${person.id}`;
const why = { reason: 'Because' };
const tierOf = async (person: TestMember) => (await person.get('/api/auth/user')).json().subscriptionTier;
async function lastLine(): Promise<AuditEntry> {
  return (await admin.get('/api/admin/audit?limit=1')).json().lines[0];
}

test('members are found by name, address and id, page by page', async () => {
  const find = async (query: string) =>
    (await moderator.get(`/api/admin/members?${query}`)).json().members.map(({ id }: { id: string }) => id);
  expect(await find(`q=${ada.id}`)).toEqual([ada.id]);
  expect(await find(`q=${ada.email.toUpperCase()}`)).toEqual([ada.id]);
  expect(await find('q=love%25')).toContain(ada.id);
  expect(await find('q=%25%25')).toEqual([]);
  expect(await find('role=admin')).toEqual([admin.id]);
  expect(await find('tier=engineer')).toEqual([]);
  const first = (await moderator.get('/api/admin/members?limit=2')).json();
  const next = (await moderator.get(`/api/admin/members?limit=100&cursor=${first.nextCursor}`)).json();
  const ids = [...first.members, ...next.members].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(await find('limit=100'));
});

test('the list says how many match, what each tier comes from, and what it costs', async () => {
  const { db } = app.database;
  const list = async (query: string) => (await moderator.get(`/api/admin/members?${query}`)).json();
  const rowOf = async () => (await list(`q=${ada.id}`)).members[0];
  const counted = async (plan: string) => (await list(`plan=${plan}&q=${ada.id}`)).total;
  const { total } = await list('limit=1');
  expect(total).toBe((await list('limit=100')).members.length);
  expect([await rowOf(), await counted('none')]).toMatchObject([{ tier: 'basic', plan: null }, 1]);
  await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'advanced', until: '2099-01-31', ...why });
  expect([await rowOf(), await counted('granted'), await counted('none')]).toMatchObject([
    { plan: { kind: 'granted', tier: 'advanced', monthlyCents: null, endsAt: '2099-02-01T00:00:00.000Z' } },
    1,
    0,
  ]);
  await sql`insert into subscriptions (user_id, subscription_id, status, price_id, tier, current_period_end, is_entitled,
    as_of, amount_cents, currency) values (${ada.id}, ${ada.id}, 'active', 'p', 'pro', now() + interval '9 days', true,
    now(), 999, 'usd')`.execute(db);
  const paid = { tier: 'pro', monthlyCents: 999, currency: 'usd', endsAt: null };
  expect([await rowOf(), await counted('paying'), await counted('ending')]).toMatchObject([
    { tier: 'pro', plan: { ...paid, kind: 'paying' } },
    1,
    0,
  ]);
  await sql`update subscriptions set past_due_since = now() where user_id = ${ada.id}`.execute(db);
  expect([await rowOf(), await counted('overdue'), await counted('paying')]).toMatchObject([
    { plan: { ...paid, kind: 'overdue' } },
    1,
    1,
  ]);
  await sql`delete from subscriptions where user_id = ${ada.id}`.execute(db);
});

test('staff see of a member what support needs, without filled-in values or tokens', async () => {
  const detail = (await moderator.get(urlOfMember(ada))).json();
  expect(detail).toMatchObject({
    id: ada.id,
    tier: 'basic',
    isSuspended: false,
    orders: [],
    tickets: [],
    customerUrl: null,
  });
  const ticket = await ada.post('/api/tickets', { topic: 'question', text: 'Where is my receipt?' });
  expect((await moderator.get(urlOfMember(ada))).json().tickets).toMatchObject([
    { id: ticket.json().ticketId, topic: 'question', state: 'open', excerpt: 'Where is my receipt?' },
  ]);
  expect(detail.sessions).toHaveLength(1);
  expect(JSON.stringify(detail)).not.toContain(ada.cookie.split('=')[1]);
  expect((await moderator.get('/api/admin/members/aaaaaaaaaaaa')).statusCode).toBe(404);
});

test('a tier is granted until a day, expires, and can be revoked', async () => {
  const given = await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'pro', until: '2099-01-31', ...why });
  expect([given.statusCode, await tierOf(ada)]).toEqual([200, 'pro']);
  expect((await admin.get(urlOfMember(ada))).json().grantedUntil).toBe('2099-02-01T00:00:00.000Z');
  expect(await lastLine()).toMatchObject({
    act: 'grant tier',
    actor: { id: admin.id },
    subject: { kind: 'member', id: ada.id },
    before: { tier: 'basic', until: null },
    after: { tier: 'pro', until: '2099-01-31' },
    reason: 'Because',
    network: '127.0.0.0/24',
  });
  await sql`update users set tier_until = now() where id = ${ada.id}`.execute(app.database.db);
  expect(await tierOf(ada)).toBe('basic');
  await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'advanced', until: null, ...why });
  expect(await tierOf(ada)).toBe('advanced');
  await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'basic', until: null, ...why });
  expect(await tierOf(ada)).toBe('basic');
});

test('what was never granted cannot be taken back, and what changes nothing is not logged', async () => {
  const setTier = (tier: string) => admin.put(`${urlOfMember(ada)}/tier`, { tier, until: null, ...why });
  await setTier('pro');
  const line = await lastLine();
  expect([(await setTier('pro')).statusCode, await lastLine()]).toEqual([200, line]);
  await setTier('basic');
  const removed = await lastLine();
  const again = await setTier('basic');
  const { rows } = await app.database.pool.query('select id from prompts limit 1');
  const prompt = await admin.put(`${urlOfMember(ada)}/prompts/${rows[0].id}`, { isGranted: false, ...why });
  expect([again, prompt].map((answer) => [answer.statusCode, answer.json().message])).toEqual([
    [409, 'There is nothing to take back: this member has no tier from staff.'],
    [409, 'There is nothing to take back: staff never granted this prompt to this member.'],
  ]);
  expect(await lastLine()).toEqual(removed);
});

test('a tier cannot be granted until a past day', async () => {
  const past = await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'pro', until: '2020-01-31', ...why });
  expect([past.statusCode, past.json().message, await tierOf(ada)]).toEqual([
    400,
    'This day is over: choose today or a later one.',
    'basic',
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect(
    (await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'pro', until: today, ...why })).statusCode,
  ).toBe(200);
  await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'basic', until: '2020-01-31', ...why });
  expect(await tierOf(ada)).toBe('basic');
});

test('access that an order granted cannot be revoked here, and staff see why', async () => {
  const { rows } = await app.database.pool.query("select id from prompts where tier = 'engineer' limit 1");
  const [{ id }] = rows;
  await sql`insert into orders (id, user_id, client_key, state, goal, context, result, prompt_id, amount_cents, currency,
    paid_at) values ('openedorder1', ${ada.id}, gen_random_uuid(), 'received', 'g', 'c', 'r', ${id}, 9900, 'usd',
    now())`.execute(app.database.db);
  await sql`insert into prompt_grants values (${ada.id}, ${id}, 'openedorder1')`.execute(app.database.db);
  const refused = await admin.put(`${urlOfMember(ada)}/prompts/${id}`, { isGranted: false, ...why });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'An order opened this prompt. Refund the order to close it.',
  ]);
  expect((await ada.get(`/api/prompts/${id}`)).statusCode).toBe(200);
  await sql`delete from orders where id = 'openedorder1'`.execute(app.database.db);
});

test('one prompt is granted to one member, and revoked again', async () => {
  const { rows } = await app.database.pool.query("select id from prompts where tier = 'engineer' limit 1");
  const [{ id }] = rows;
  const status = async () => (await ada.get(`/api/prompts/${id}`)).statusCode;
  for (const [isGranted, expected, act] of [
    [true, 200, 'grant prompt'],
    [false, 403, 'revoke prompt'],
  ] as const) {
    await admin.put(`${urlOfMember(ada)}/prompts/${id}`, { isGranted, ...why });
    const [before, after] = [{ granted: !isGranted }, { prompt: id, granted: isGranted }];
    expect([await status(), await lastLine()]).toMatchObject([expected, { act, before, after }]);
  }
  expect(
    (await admin.put(`${urlOfMember(ada)}/prompts/aaaaaaaaaaaa`, { isGranted: true, ...why })).statusCode,
  ).toBe(404);
});

test('a suspended member is signed out at once, and returns after reinstatement only by a new sign-in', async () => {
  expect(
    (await moderator.put(`${urlOfMember(ada)}/suspension`, { isSuspended: true, ...why })).statusCode,
  ).toBe(200);
  expect((await ada.get('/api/auth/user')).statusCode).toBe(401);
  expect((await moderator.get(urlOfMember(ada))).json()).toMatchObject({
    isSuspended: true,
    suspensionReason: 'Because',
  });
  expect((await ada.get('/favorites')).headers['location']).toBe('/login?error=suspended');
  await moderator.put(`${urlOfMember(ada)}/suspension`, { isSuspended: false, ...why });
  // Whoever else had the cookie does not have the account again.
  expect((await ada.get('/api/auth/user')).statusCode).toBe(401);
  const again = callsWith(app, `session=${await startSession(app.database.db, ada.id)}`);
  expect((await again.get('/api/auth/user')).statusCode).toBe(200);
  const mails = await sql<{ data: object }>`select data from mail_outbox
    where kind = 'account-suspended' and user_id = ${ada.id} order by id`.execute(app.database.db);
  expect(mails.rows.map(({ data }) => data)).toEqual([{ isSuspended: true }, { isSuspended: false }]);
});

test('signing a member out ends sessions, tokens and connected apps', async () => {
  const calls = callsWithToken(app, await createToken(ada, ['read']));
  const { access } = await oauthCalls(app).connect(ada);
  expect((await moderator.get(urlOfMember(ada))).json()).toMatchObject({ tokens: 1, apps: 1 });
  await moderator.post(`${urlOfMember(ada)}/sign-out`, why);
  expect((await ada.get('/api/auth/user')).statusCode).toBe(401);
  expect((await calls.get('/api/categories')).statusCode).toBe(401);
  expect((await callsWithToken(app, access).post('/mcp', {})).statusCode).toBe(401);
  expect(await lastLine()).toMatchObject({
    act: 'end sessions',
    before: { sessions: 1, tokens: 1, apps: 1 },
    after: { sessions: 0, tokens: 0, apps: 0 },
  });
  expect((await moderator.get(urlOfMember(ada))).json()).toMatchObject({ sessions: [], tokens: 0, apps: 0 });
});

test('erasing equals the member’s own deletion, with an audit entry that stays', async () => {
  const refused = await admin.post(`${urlOfMember(ada)}/erasure`, {
    confirmation: 'delete',
    comments: 'keep',
    ...why,
  });
  expect(refused.statusCode).toBe(400);
  const erased = await admin.post(`${urlOfMember(ada)}/erasure`, {
    confirmation: 'DELETE',
    comments: 'remove',
    ...why,
  });
  expect([erased.statusCode, (await admin.get(urlOfMember(ada))).statusCode]).toEqual([200, 404]);
  const mail = await sql<{ data: object }>`select data from mail_outbox
    where kind = 'account-deleted' and recipient = ${ada.email}`.execute(app.database.db);
  expect(mail.rows).toEqual([{ data: { areCommentsKept: false, isByStaff: true } }]);
  const words = await accountDeletedMail.content({ areCommentsKept: false, isByStaff: true }, async () => '');
  expect(words.paragraphs.join(' ')).not.toMatch(/as you asked|you didn’t delete/);
  expect((await ada.get('/api/auth/user')).statusCode).toBe(401);
  const line = await lastLine();
  expect(line).toMatchObject({ act: 'erase', subject: { id: ada.id, name: null } });
  expect(JSON.stringify(line)).not.toContain(ada.email);
});

test('staff cannot act on themselves, nor moderators on other staff', async () => {
  for (const [person, method, path, body] of [
    [admin, 'put', `${urlOfMember(admin)}/role`, { role: 'member', ...why }],
    [admin, 'put', `${urlOfMember(admin)}/suspension`, { isSuspended: true, ...why }],
    [admin, 'post', `${urlOfMember(admin)}/erasure`, { confirmation: 'DELETE', comments: 'keep', ...why }],
    [moderator, 'put', `${urlOfMember(admin)}/suspension`, { isSuspended: true, ...why }],
    [moderator, 'post', `${urlOfMember(admin)}/sign-out`, why],
  ] as const) {
    const response = await person[method](path, body);
    expect([path, response.statusCode]).toEqual([path, 403]);
  }
  expect(
    (await moderator.put(`${urlOfMember(ada)}/tier`, { tier: 'pro', until: null, ...why })).statusCode,
  ).toBe(404);
});

test('the audit log is searched by names, addresses and ids of both sides', async () => {
  await admin.put(`${urlOfMember(ada)}/tier`, { tier: 'pro', until: null, ...why });
  const subjects = async (query: Record<string, string>) =>
    (await admin.get(`/api/admin/audit?${new URLSearchParams(query)}`))
      .json()
      .lines.map(({ subject }: AuditEntry) => subject.id);
  for (const target of [ada.id, ada.email.toUpperCase(), 'love%lace']) {
    expect([target, await subjects({ target })]).toEqual([target, expect.arrayContaining([ada.id])]);
  }
  for (const actor of [admin.id, admin.email, 'root']) {
    expect(await subjects({ actor, target: ada.id })).toEqual([ada.id]);
  }
  expect(await subjects({ actor: 'mod test', target: ada.id })).toEqual([]);
  expect(await subjects({ target: 'lo%e' })).toEqual([]);
});

test('setting a role the member already has records nothing', async () => {
  await admin.put(`${urlOfMember(ada)}/role`, { role: 'moderator', ...why });
  const line = await lastLine();
  expect(line).toMatchObject({ act: 'grant role', subject: { id: ada.id } });
  expect((await admin.put(`${urlOfMember(ada)}/role`, { role: 'moderator', ...why })).statusCode).toBe(200);
  expect(await lastLine()).toEqual(line);
});

test('a dangerous action requires a recent sign-in and a reason', async () => {
  const late = await createStaff(app, 'admin');
  for (const provenAt of [sql`null`, sql`now() - interval '16 minutes'`]) {
    await sql`update sessions set proven_at = ${provenAt} where user_id = ${late.id}`.execute(
      app.database.db,
    );
    const response = await late.put(`${urlOfMember(ada)}/role`, { role: 'moderator', ...why });
    expect([response.statusCode, response.json().code]).toEqual([403, 'sign_in_again']);
  }
  expect((await late.get(urlOfMember(ada))).json().role).toBe('member');
  for (const reason of ['', '   ', 'x'.repeat(301)]) {
    expect((await admin.put(`${urlOfMember(ada)}/role`, { role: 'moderator', reason })).statusCode).toBe(400);
  }
  expect((await admin.put(`${urlOfMember(ada)}/role`, { role: 'moderator', ...why })).statusCode).toBe(200);
  expect((await ada.get('/api/admin/members')).statusCode).toBe(200);
});
