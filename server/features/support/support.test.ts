import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinkSigner } from '#server/core/signed-links.ts';
import {
  callsWith,
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { TICKET_LINK } from './support.access.ts';
import { sweepTickets } from './support.queries.ts';

let app: TestApp;
let visitor: Omit<TestMember, 'id' | 'email'>;
let staff: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  visitor = callsWith(app, '');
  staff = await createStaff(app, 'moderator');
});
afterAll(() => app.close());

const QUESTION = { topic: 'question', text: 'How do I export?' };
const query = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(app.database.db)).rows;
const ask = async (member: TestMember, more: object = {}) =>
  (await member.post('/api/tickets', { ...QUESTION, ...more })).json().ticketId as string;

/** As a visitor asks; @returns the path of the link that is mailed */
async function askAs(email: string): Promise<string> {
  const response = await visitor.post('/api/tickets', { ...QUESTION, email });
  expect([response.statusCode, response.json()]).toEqual([200, { ticketId: null }]);
  const [row] = await query(sql<{ id: string }>`
    select id from tickets where address = ${email} order by created_at desc limit 1`);
  const key = await new LinkSigner(app.database.db).sign(TICKET_LINK, row?.id ?? '');
  return `/api/tickets/${row?.id}?key=${key}`;
}

const within = (link: string, part: string) => link.replace('?', `/${part}?`);
const mailKinds = (address: string) =>
  query(sql<{ kind: string; data: { text?: string } }>`
    select kind, data from mail_outbox where recipient = ${address} order by id`);
const queue = async (state = 'open'): Promise<{ id: string; isPriority: boolean; excerpt: string }[]> =>
  (await staff.get(`/api/admin/tickets?state=${state}&limit=100`)).json().tickets;
const lastMessageOf = async (id: string): Promise<string> =>
  (await staff.get(`/api/admin/tickets/${id}`)).json().messages.at(-1).id;
const answer = async (id: string, text: string, lastMessageId?: string) =>
  staff.post(`/api/admin/tickets/${id}/answers`, {
    text,
    lastMessageId: lastMessageId ?? (await lastMessageOf(id)),
  });

test('the list of tickets is read page by page, in the order in which they wait', async () => {
  const page = async (query: string) => (await staff.get(`/api/admin/tickets?${query}`)).json();
  const payer = await createMember(app);
  await query(sql`insert into tickets (id, user_id, topic, state, is_priority, updated_at)
    select repeat(t.letter, 12), ${payer.id}, 'privacy', t.state, t.is_priority, now() - make_interval(days => t.days)
    from (values ('a', 'open', false, 9), ('b', 'open', true, 1), ('c', 'open', true, 2), ('d', 'open', false, 8),
      ('e', 'closed', false, 1), ('f', 'closed', true, 2)) t (letter, state, is_priority, days)`);
  await query(sql`insert into ticket_messages (id, ticket_id, is_from_staff, text)
    select id, id, false, 'Hello' from tickets where user_id = ${payer.id}`);
  const walk = async (state: string) => {
    const found: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 5; pages++) {
      const { tickets, total, nextCursor } = await page(`topic=privacy&state=${state}&limit=1${cursor}`);
      found.push(`${tickets[0].id[0]} of ${total}`);
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    return found;
  };
  expect(await walk('open')).toEqual(['c of 4', 'b of 4', 'a of 4', 'd of 4']);
  expect(await walk('closed')).toEqual(['e of 2', 'f of 2']);
  await query(sql`delete from tickets where topic = 'privacy'`);
});

describe('a member’s ticket', () => {
  test('is answered by mail and in the app, written to again, and closed; every act of staff is on record', async () => {
    const mira = await createMember(app);
    const id = await ask(mira);
    expect((await mira.get('/api/account/tickets')).json()).toMatchObject([
      { id, state: 'open', excerpt: QUESTION.text },
    ]);
    expect((await queue()).find((ticket) => ticket.id === id)?.excerpt).toBe(QUESTION.text);
    const url = `/api/admin/tickets/${id}`;
    expect((await staff.get(url)).json()).toMatchObject({
      asker: { memberId: mira.id, email: mira.email, tier: 'basic' },
      messages: [{ isFromStaff: false, text: QUESTION.text }],
    });
    await staff.post(`${url}/notes`, { text: 'Asked before.' });
    for (const _again of [1, 2]) await answer(id, 'On the favorites page.');
    const seen = (await mira.get(`/api/tickets/${id}`)).json();
    expect(seen).toMatchObject({
      state: 'answered',
      messages: [{ isFromStaff: false }, { isFromStaff: true, text: 'On the favorites page.' }],
    });
    expect(JSON.stringify(seen)).not.toMatch(/Asked before|notes/);
    expect((await mailKinds(mira.email)).map(({ kind, data }) => [kind, data.text])).toEqual([
      ['ticket-answer', 'On the favorites page.'],
    ]);
    expect((await mira.get('/api/notices')).json()).toMatchObject([
      { kind: 'ticket_answered', path: `/contact/${id}` },
    ]);
    expect((await mira.post(`/api/tickets/${id}/replies`, { text: 'Thanks!' })).json().state).toBe('open');
    for (const _again of [1, 2]) {
      const closed = await staff.post(`${url}/closing`, { lastMessageId: await lastMessageOf(id) });
      expect(closed.json().state).toBe('closed');
    }
    const acts = await query(sql<{ act: string }>`
      select act from audit_log where subject_id = ${id} and subject_kind = 'ticket' order by id`);
    expect(acts.map(({ act }) => act)).toEqual(['note ticket', 'answer ticket', 'close ticket']);
  });

  test('is neither answered nor closed over a message nobody of staff has read', async () => {
    const mira = await createMember(app);
    const id = await ask(mira);
    const url = `/api/admin/tickets/${id}`;
    const read = await lastMessageOf(id);
    await mira.post(`/api/tickets/${id}/replies`, { text: 'Forget it: I was charged twice!' });
    const refused = [
      await answer(id, 'Soon.', read),
      await staff.post(`${url}/closing`, { lastMessageId: read }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    expect((await staff.get(url)).json()).toMatchObject({
      state: 'open',
      messages: [{ isFromStaff: false }, { isFromStaff: false }],
    });
    const seen = await lastMessageOf(id);
    const both = await Promise.all(
      ['We pay it back.', 'It is paid back.'].map((text) => answer(id, text, seen)),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await mailKinds(mira.email)).toHaveLength(1);
    await mira.post(`/api/tickets/${id}/replies`, { text: 'Thank you!' });
    await answer(id, 'Gladly.');
    const lines = await query(sql<{ before: object }>`select before from audit_log
      where subject_id = ${id} and act = 'answer ticket' order by id`);
    expect(lines.map(({ before }) => before)).toEqual([{ state: 'open' }, { state: 'open' }]);
  });

  test('of somebody who pays comes first', async () => {
    const [given, paying] = [await createMember(app, { tier: 'pro' }), await createMember(app)];
    const trying = await createMember(app);
    await sql`insert into trials (issuer, subject, user_id, ends_at)
      select issuer, subject, id, now() + interval '7 days' from users where id = ${trying.id}`.execute(
      app.database.db,
    );
    // Overdue, in its grace period.
    await sql`insert into subscriptions (user_id, subscription_id, status, price_id, tier, current_period_end,
      past_due_since, entitled_until, is_entitled, as_of) values (${paying.id}, 's', 'past_due', 'p', 'pro',
      now() + interval '20 days', now(), now() + interval '7 days', true, now())`.execute(app.database.db);
    const [first, tried, second] = [await ask(given), await ask(trying), await ask(paying)];
    const ids = (await queue()).map(({ id }) => id);
    expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(first));
    const priorityOf = async (ticket: string) => (await queue()).find(({ id }) => id === ticket)?.isPriority;
    expect([await priorityOf(first), await priorityOf(tried), await priorityOf(second)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('is nobody else’s: not another member’s, not a visitor’s, not even with a signature', async () => {
    const [mira, other] = [await createMember(app), await createMember(app)];
    const id = await ask(mira, { orderId: 'abcdefghijkl', promptId: 'abcdefghijkl' });
    const key = await new LinkSigner(app.database.db).sign(TICKET_LINK, id);
    for (const caller of [other, visitor, staff]) {
      for (const url of [`/api/tickets/${id}`, `/api/tickets/${id}?key=${key}`]) {
        expect((await caller.get(url)).statusCode).toBe(404);
      }
      expect((await caller.post(`/api/tickets/${id}/replies`, { text: 'Me too' })).statusCode).toBe(404);
    }
    expect((await mira.get(`/api/tickets/${id}`)).json()).toMatchObject({ orderId: null, promptId: null });
    expect((await mira.get('/api/tickets/nowhere')).statusCode).toBe(404);
  });

  test('about an order is read with it, oldest first, by its buyer alone', async () => {
    const [mira, other] = [await createMember(app), await createMember(app)];
    await query(sql`insert into orders (id, user_id, client_key, goal, context, result, amount_cents, currency)
      values ('askedaborder', ${mira.id}, gen_random_uuid(), 'g', 'c', 'r', 9900, 'usd')`);
    await ask(mira);
    const about = { topic: 'order', orderId: 'askedaborder' };
    const first = await ask(mira, { ...about, text: 'We are five.' });
    const second = await ask(mira, { ...about, text: 'And vegetarian.' });
    await ask(other, { ...about, text: 'Not mine.' });
    await answer(first, 'Noted.');
    const url = '/api/orders/askedaborder/messages';
    expect((await mira.get(url)).json()).toMatchObject([
      { ticketId: first, isFromStaff: false, text: 'We are five.' },
      { ticketId: second, isFromStaff: false, text: 'And vegetarian.' },
      { ticketId: first, isFromStaff: true, text: 'Noted.' },
    ]);
    expect([(await other.get(url)).statusCode, (await visitor.get(url)).statusCode]).toEqual([404, 401]);
  });

  test('is in the archive of their data, and goes with the account', async () => {
    const mira = await createMember(app);
    const id = await ask(mira);
    await mira.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
    expect(await query(sql`select from ticket_messages where ticket_id = ${id}`)).toEqual([]);
  });
});

test('canned answers are read by staff, written by admins, and every change is on record', async () => {
  const admin = await createStaff(app, 'admin');
  const url = '/api/admin/canned-answers';
  const names = (response: { json(): { name: string }[] }) => response.json().map(({ name }) => name);
  const begun = names(await staff.get(url));
  expect(begun).toContain('Refund');
  const answer = { name: 'Opening hours', text: 'We answer on work days.' };
  expect((await staff.post(url, answer)).statusCode).toBe(404);
  const added = await admin.post(url, answer);
  expect(names(added).sort()).toEqual([...begun, answer.name].sort());
  const { id } = added.json().find(({ name }: { name: string }) => name === answer.name);
  expect((await admin.post(url, answer)).statusCode).toBe(409);
  expect((await admin.put(`${url}/${id}`, { ...answer, name: 'Refund' })).statusCode).toBe(409);
  const text = 'We answer within a day.';
  for (const _again of [1, 2]) {
    expect((await admin.put(`${url}/${id}`, { ...answer, text })).json()).toContainEqual({
      id,
      ...answer,
      text,
    });
  }
  expect(names(await admin.del(`${url}/${id}`))).toEqual(begun);
  expect((await admin.del(`${url}/${id}`)).statusCode).toBe(404);
  const lines = await query(sql<{ act: string; before: unknown; after: unknown }>`
    select act, before, after from audit_log where subject_id = ${id} order by id`);
  expect(lines).toEqual([
    { act: 'add canned answer', before: null, after: answer },
    { act: 'change canned answer', before: answer, after: { ...answer, text } },
    { act: 'remove canned answer', before: { ...answer, text }, after: null },
  ]);
});

describe('a visitor’s ticket', () => {
  test('reaches staff when the address is confirmed, and is answered there', async () => {
    const link = await askAs('vera@example.com');
    const id = /tickets\/(\w+)/.exec(link)?.[1] ?? '';
    expect((await mailKinds('vera@example.com')).map(({ kind }) => kind)).toEqual(['ticket-confirmation']);
    expect((await queue()).map((ticket) => ticket.id)).not.toContain(id);
    expect((await staff.get(`/api/admin/tickets/${id}`)).statusCode).toBe(404);
    const unseen = { text: 'Hm', lastMessageId: 'aaaaaaaaaaaa' };
    expect((await staff.post(`/api/admin/tickets/${id}/answers`, unseen)).statusCode).toBe(404);
    expect((await visitor.get(link)).json()).toMatchObject({ state: 'unconfirmed' });
    for (const _again of [1, 2]) {
      expect((await visitor.post(within(link, 'confirmation'))).json()).toMatchObject({ state: 'open' });
    }
    expect((await queue()).map((ticket) => ticket.id)).toContain(id);
    await answer(id, 'With a plan.');
    const [, answered] = await mailKinds('vera@example.com');
    expect(answered).toMatchObject({
      kind: 'ticket-answer',
      data: {
        isVisitor: true,
        text: 'With a plan.',
        topic: QUESTION.topic,
        question: QUESTION.text,
      },
    });
    expect((await visitor.get(link)).json().messages).toHaveLength(2);
  });

  test('opens by its own link only', async () => {
    const [one, two] = [await askAs('one@example.com'), await askAs('two@example.com')];
    const forged = one.replace(/key=.*/, two.replace(/.*key=/, 'key='));
    for (const url of [forged, one.replace(/\?.*/, ''), `${one}x`]) {
      expect((await visitor.get(url)).statusCode).toBe(404);
    }
    expect((await visitor.post(within(forged, 'confirmation'))).statusCode).toBe(404);
  });

  test('gets the same answer whether or not the address has an account, and few mails', async () => {
    const member = await createMember(app);
    for (const _each of [1, 2, 3, 4, 5]) await askAs(member.email);
    expect(await mailKinds(member.email)).toHaveLength(3);
    expect((await member.get('/api/account/tickets')).json()).toEqual([]);
  });

  test.each([
    [{ ...QUESTION }],
    [{ ...QUESTION, email: 'nobody' }],
    [{ ...QUESTION, email: 'a@example.com', topic: 'spam' }],
    [{ ...QUESTION, email: 'a@example.com', text: '  ' }],
    [{ ...QUESTION, email: 'a@example.com\r\nBcc: all@example.com' }],
  ])('%j is refused', async (body) => {
    expect((await visitor.post('/api/tickets', body)).statusCode).toBe(400);
  });
});

test('what nobody confirmed goes after a week, what is answered is closed, what is closed goes after a year', async () => {
  await sql`delete from tickets`.execute(app.database.db);
  const [waiting, answered, closed] = [
    await createMember(app),
    await createMember(app),
    await createMember(app),
  ];
  for (const member of [waiting, answered, closed]) await ask(member);
  await askAs('old@example.com');
  await askAs('new@example.com');
  const age = (days: number, state: string, condition: ReturnType<typeof sql>) =>
    sql`update tickets set state = ${state}, updated_at = now() - make_interval(days => ${days}) where ${condition}`.execute(
      app.database.db,
    );
  await age(8, 'unconfirmed', sql`address = 'old@example.com'`);
  await age(400, 'open', sql`user_id = ${waiting.id}`);
  await age(31, 'answered', sql`user_id = ${answered.id}`);
  await age(366, 'closed', sql`user_id = ${closed.id}`);
  await sweepTickets(app.database.db);
  const left = await query(sql<{ state: string }>`select state from tickets order by state`);
  expect(left.map(({ state }) => state)).toEqual(['closed', 'open', 'unconfirmed']);
});

test('a visitor’s page is rendered for each visit', async () => {
  const link = (await askAs('page@example.com')).replace('/api/tickets/', '/contact/');
  for (const _again of [1, 2]) {
    const page = await visitor.get(link);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  }
});
