import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notice } from '#contract/notices.ts';
import { renderMail } from '#server/core/mail/mail-layout.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { notify } from './notices.public.ts';
import { repliesMail } from './notices.replies.mail.ts';
import { mailReplies } from './notices.replies.ts';

let app: TestApp;
let mira: TestMember;
let other: TestMember;
const THREAD = `/api/prompts/${seedId('Squats')}/comments`;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: 'Squats' }, { title: 'Deadlifts', tier: 'advanced' }]);
});
afterAll(() => app.close());
beforeEach(async () => {
  [mira, other] = [await createMember(app), await createMember(app, { firstName: 'Otto', lastName: null })];
});

const noticesOf = async (member: TestMember) => (await member.get('/api/notices')).json();
const unreadOf = async (member: TestMember) => (await member.get('/api/notices/unread')).json().unread;
const post = async (member: TestMember, content: string, parentId?: string) =>
  (await member.post(THREAD, { content, ...(parentId && { parentId }) })).json().id;
/** Long enough ago for the mail. */
const age = () =>
  sql`update notices set created_at = created_at - interval '31 minutes'`.execute(app.database.db);
const replyMails = async (member: TestMember) =>
  (
    await sql<{ data: object }>`select data from mail_outbox
      where kind = 'comment-replies' and user_id = ${member.id} order by id`.execute(app.database.db)
  ).rows.map(({ data }) => data);

test('a reply notifies the author it answers, and nobody else', async () => {
  const comment = await post(mira, 'I like it.');
  const reply = await post(other, 'Me too.', comment);
  await post(other, 'Very much.', reply);
  expect(await noticesOf(mira)).toEqual([
    expect.objectContaining({
      kind: 'comment_answered',
      subject: 'Squats',
      path: `/prompt/${seedId('Squats')}#comment-${reply}`,
      copiedOn: null,
      reply: {
        author: {
          firstName: 'Otto',
          lastName: null,
          email: expect.stringMatching(/^.•••@•••$/),
          profileImageUrl: null,
        },
        excerpt: 'Me too.',
      },
      isRead: false,
    }),
  ]);
  expect([await unreadOf(mira), await unreadOf(other)]).toEqual([1, 0]);
});

const replyOf = async (member: TestMember) => (await noticesOf(member))[0].reply;

test('a reply shows its first line as long as it is shown itself, and in its newest words', async () => {
  const reply = await post(other, '**Me** too.\n\nAnd more.', await post(mira, 'I like it.'));
  expect((await replyOf(mira)).excerpt).toBe('Me too.');
  await other.put(`/api/comments/${reply}`, { content: 'Not me.' });
  expect((await replyOf(mira)).excerpt).toBe('Not me.');
  const { db } = app.database;
  await sql`update users set email = 'x@example.com', own_name = 'Ola o@example.com' where id = ${other.id}`.execute(
    db,
  );
  expect((await replyOf(mira)).author).toMatchObject({ firstName: 'Ola o•••@•••', email: 'x•••@•••' });
  await sql`update comments set hidden_content = content, content = '', deleted_at = now()
    where id = ${reply}`.execute(db);
  expect(await replyOf(mira)).toBeNull();
  await sql`update comments set content = hidden_content, hidden_content = null, deleted_at = null
    where id = ${reply}`.execute(db);
  expect((await replyOf(mira)).excerpt).toBe('Not me.');
  await other.del(`/api/comments/${reply}`);
  expect(await replyOf(mira)).toBeNull();
});

test('a reply on a prompt that the member may no longer read keeps its notice and loses its text', async () => {
  const thread = `/api/prompts/${seedId('Deadlifts')}/comments`;
  const [asker, answerer] = [
    await createMember(app, { tier: 'advanced' }),
    await createMember(app, { tier: 'advanced' }),
  ];
  const { id } = (await asker.post(thread, { content: 'How?' })).json();
  await answerer.post(thread, { content: 'Like this.', parentId: id });
  expect((await replyOf(asker)).excerpt).toBe('Like this.');
  await sql`update users set tier = 'basic' where id = ${asker.id}`.execute(app.database.db);
  expect(await noticesOf(asker)).toMatchObject([{ subject: 'Deadlifts', reply: null }]);
});

test('one notice or all are marked read; another member’s never', async () => {
  const notice = { kind: 'report_decided', subject: 'Squats', path: '/' } as const;
  for (const _each of [1, 2, 3]) await notify(app.database.db, mira.id, notice);
  await notify(app.database.db, other.id, notice);
  const [first] = await noticesOf(mira);
  for (const _again of [1, 2]) {
    expect((await mira.post('/api/notices/read', { id: first.id })).json()).toEqual({ unread: 2 });
  }
  expect((await other.post('/api/notices/read', { id: first.id })).json()).toEqual({ unread: 1 });
  expect((await mira.post('/api/notices/read', {})).json()).toEqual({ unread: 0 });
  expect((await mira.post('/api/notices/read', { id: 'x' })).statusCode).toBe(400);
  expect(await unreadOf(other)).toBe(1);
});

test('what was opened by another way is read: an order, a ticket, a prompt with its replies and changes', async () => {
  const [order, ticket, prompt] = ['orderaaaaaaa', 'ticketaaaaaa', seedId('Squats')];
  const told = [
    { kind: 'order_delivered', subject: '', path: `/orders?order=${order}` },
    { kind: 'ticket_answered', subject: 'A question', path: `/contact/${ticket}` },
    { kind: 'comment_answered', subject: 'Squats', path: `/prompt/${prompt}#comment-aaaaaaaaaaaa` },
    { kind: 'prompt_changed', subject: 'Squats', path: `/prompt/${prompt}/history?from=1&to=2` },
    { kind: 'comment_hidden', subject: 'Squats', path: `/prompt/${prompt}` },
  ] as const;
  for (const notice of told) {
    for (const member of [mira, other]) await notify(app.database.db, member.id, notice);
  }
  const open = async (kind: string, id: string) =>
    (await mira.post('/api/notices/read', { about: { kind, id } })).json();
  expect(await open('order', ticket)).toEqual({ unread: 5 });
  expect(await open('order', order)).toEqual({ unread: 4 });
  expect(await open('ticket', ticket)).toEqual({ unread: 3 });
  // What moderators did is read where it says so.
  for (const _again of [1, 2]) expect(await open('prompt', prompt)).toEqual({ unread: 1 });
  expect(await unreadOf(other)).toBe(5);
  for (const about of [{ kind: 'order', id: '%' }, { kind: 'plan', id: order }, { kind: 'order' }]) {
    expect((await mira.post('/api/notices/read', { about })).statusCode).toBe(400);
  }
});

test('a mail of one reply leads to it; one of several has a link for each, and counts what it does not name', async () => {
  const reply = (n: number) => ({ subject: 'Squats', path: `/prompt/a#comment-${n}` });
  const mail = async (count: number, more: object) =>
    await repliesMail.content(
      repliesMail.schema.parse({ count, subjects: ['Squats'], ...more }),
      async () => '',
    );
  expect(await mail(1, { replies: [reply(1)] })).toMatchObject({
    subject: 'New reply on “Squats”',
    link: { path: '/prompt/a#comment-1' },
  });
  const two = { ...(await mail(2, { replies: [reply(1), reply(2)] })), publicUrl: 'https://example.com' };
  expect(two.subject).toBe('2 replies to your comments on “Squats”');
  const { text, html } = renderMail(two, { reason: 'Because.', link: undefined }, two.publicUrl);
  for (const n of [1, 2]) {
    expect(text).toContain(`• Squats\n  https://example.com/prompt/a#comment-${n}\n`);
    expect(html).toContain(`href="https://example.com/prompt/a#comment-${n}"`);
  }
  expect((await mail(7, { replies: [1, 2, 3, 4, 5].map(reply) })).link?.label).toBe('See 2 more');
  // As earlier versions stored it.
  expect(await mail(2, {})).toMatchObject({ items: [{ label: 'Squats', path: '/account/notices' }] });
});

test('unread replies are mailed once, in one mail, to members who want it', async () => {
  const want = (member: TestMember) => member.put('/api/account/mail', { guidance: true, replies: true });
  const comment = await post(mira, 'I like it.');
  const others = await post(other, 'Me too.');
  await want(mira);
  for (const text of ['Why?', 'How?']) await post(other, text, comment);
  await post(mira, 'And you?', others);
  await mailReplies(app.database.db);
  expect(await replyMails(mira)).toEqual([]);
  await age();
  for (const _again of [1, 2]) await mailReplies(app.database.db);
  const replies = (await noticesOf(mira)).map(({ subject, path }: Notice) => ({ subject, path })).reverse();
  expect(replies).toHaveLength(2);
  expect(await replyMails(mira)).toEqual([{ count: 2, subjects: ['Squats'], replies }]);
  expect(await replyMails(other)).toEqual([]);
  await post(other, 'Still there?', comment);
  await mira.post('/api/notices/read', {});
  await age();
  await mailReplies(app.database.db);
  expect(await replyMails(mira)).toHaveLength(1);
});
