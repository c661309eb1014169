import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderQueueRow } from '#contract/admin-orders.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

let app: TestApp;
let staff: TestMember;
let buyer: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  staff = await createStaff(app, 'moderator');
  buyer = await createMember(app);
});
afterAll(() => app.close());

const idOf = (letter: string) => letter.repeat(12);

/** Orders as if they had been paid, in an order that is not that of their ids. */
async function place(letter: string, state: string, paidAt: string, isDisputed = false): Promise<void> {
  await sql`insert into orders (id, user_id, client_key, state, goal, context, result, amount_cents, currency,
      created_at, paid_at, is_disputed)
    values (${idOf(letter)}, ${buyer.id}, gen_random_uuid(), ${state}, ${letter}, 'c', 'r', 9900, 'usd',
      ${paidAt}, ${paidAt}, ${isDisputed})`.execute(app.database.db);
}

const page = async (queue: string, more = '') =>
  (await staff.get(`/api/admin/orders?queue=${queue}${more}`)).json();
const goals = ({ orders }: { orders: OrderQueueRow[] }) => orders.map(({ goal }) => goal).join('');

test('a queue is read page by page: what waits the oldest first, what is done the newest first', async () => {
  await place('c', 'received', '2026-11-02T10:00:00Z');
  await place('a', 'in_work', '2026-11-03T10:00:00Z');
  await place('b', 'revision', '2026-11-04T10:00:00Z');
  await place('d', 'received', '2026-11-05T10:00:00Z', true);
  await place('f', 'accepted', '2026-10-05T10:00:00Z');
  await place('e', 'accepted', '2026-10-06T10:00:00Z');
  await place('g', 'accepted', '2026-10-07T10:00:00Z');
  const first = await page('waiting', '&limit=2');
  expect([first.total, goals(first)]).toEqual([4, 'ca']);
  const second = await page('waiting', `&limit=2&cursor=${first.nextCursor}`);
  expect([second.total, goals(second), second.nextCursor]).toEqual([4, 'bd', null]);
  const done = await page('accepted', '&limit=2');
  const rest = await page('accepted', `&limit=2&cursor=${done.nextCursor}`);
  expect([goals(done), goals(rest), rest.nextCursor]).toEqual(['ge', 'f', null]);
  expect((await staff.get(`/api/admin/orders?queue=all&cursor=${done.nextCursor}`)).statusCode).toBe(400);
});

test('an order is due five business days after the payment or the last request for changes, while it waits', async () => {
  await sql`insert into order_revisions (order_id, position, text, created_at)
    values (${idOf('b')}, 0, 'Shorter', '2026-11-20T10:00:00Z')`.execute(app.database.db);
  const { orders } = await page('all', '&limit=100');
  const dueOf = (letter: string) => orders.find(({ goal }: OrderQueueRow) => goal === letter)?.dueOn;
  expect(['c', 'b', 'd', 'e'].map(dueOf)).toEqual(['2026-11-09', '2026-11-27', null, null]);
  const detail = (await staff.get(`/api/admin/orders/${idOf('b')}`)).json();
  expect(detail).toMatchObject({ dueOn: '2026-11-27', buyer: { id: buyer.id, email: buyer.email } });
});

test('the audit log names an order by its goal, and finds it by that', async () => {
  const admin = await createStaff(app, 'admin');
  await sql`update orders set goal = 'Grow pumpkins' where id = ${idOf('c')}`.execute(app.database.db);
  expect((await staff.post(`/api/admin/orders/${idOf('c')}/start`)).statusCode).toBe(200);
  const { lines } = (await admin.get('/api/admin/audit?target=pumpkin')).json();
  expect(lines).toMatchObject([
    { act: 'start order', subject: { kind: 'order', id: idOf('c'), name: 'Grow pumpkins' } },
  ]);
});

test('who refunded an order and why is for admins, who may read the audit log', async () => {
  const admin = await createStaff(app, 'admin');
  await place('r', 'refunded', '2026-11-20T10:00:00Z');
  await sql`update orders set refunded_at = '2026-11-21T10:00:00Z' where id = ${idOf('r')}`.execute(
    app.database.db,
  );
  expect((await page('refunded')).orders).toMatchObject([{ refundedAt: '2026-11-21T10:00:00.000Z' }]);
  const refundOf = async (who: TestMember) => (await who.get(`/api/admin/orders/${idOf('r')}`)).json().refund;
  expect(await refundOf(admin)).toBeNull();
  await sql`insert into audit_log (actor_id, actor_role, act, subject_kind, subject_id, reason)
    values (${admin.id}, 'admin', 'refund order', 'order', ${idOf('r')}, 'We were late')`.execute(
    app.database.db,
  );
  expect(await refundOf(admin)).toEqual({ by: admin.email, reason: 'We were late' });
  expect(await refundOf(staff)).toBeNull();
});

test('a file to deliver needs a title and a text, and may have what lists show', async () => {
  const preview = async (front: string, title = 'title: Seeds\n') => {
    const file = `---\n${title}${front}---\n\nSort the seeds.`;
    return (await staff.post('/api/admin/delivery-preview', { file })).json();
  };
  const prompt = { title: 'Seeds', content: 'Sort the seeds.', variables: [] };
  expect(await preview('')).toEqual({ prompt, problems: [] });
  expect((await preview('', '')).problems).not.toEqual([]);
  expect(await preview('summary: S\ndescription: D\ntier: pro\n')).toEqual({ prompt, problems: [] });
});

test('a preview names everything that is wrong with a file, by line', async () => {
  const file =
    '---\ntitle: ""\nsummary: S\ndescription: D\ntier: gold\nvariables: []\n---\n\nSort [seeds] by [year].';
  const { problems } = (await staff.post('/api/admin/delivery-preview', { file })).json();
  expect(problems.map(({ line }: { line: number }) => line)).toEqual([2, 5, 9, 9]);
  expect(problems[3].message).toBe('content: [year] is not a declared variable');
});
