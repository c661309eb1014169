import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { type SandboxMailbox, startSandboxMailbox } from '../../../sandbox/mail/start.ts';
import { MailDelivery } from './mail-delivery.ts';
import { mailHealth } from './mail-health.ts';
import { defineMail } from './mail-template.ts';
import { addMail, sweepOutbox } from './outbox.ts';

const PUBLIC_URL = 'http://localhost:3000';

const owed = defineMail({
  kind: 'owed',
  schema: z.object({ title: z.string() }),
  content: ({ title }) => ({
    subject: `About ${title}`,
    paragraphs: [`It is called ${title}.`],
    link: { label: 'Open it', path: '/orders?order=a&b=c' },
  }),
});
const chosen = defineMail({
  kind: 'chosen',
  group: 'guidance',
  schema: z.object({}),
  content: () => ({ subject: 'A hint', paragraphs: ['Do this.'] }),
});

let database: TestDatabase;
let mailbox: SandboxMailbox;
const deliveries: MailDelivery[] = [];
const logLines: object[] = [];
const log = {
  warn: (fields: object) => logLines.push(fields),
  error: (fields: object) => logLines.push(fields),
};

beforeAll(async () => {
  [database, mailbox] = await Promise.all([
    createTestDatabase(inject('testServer'), 'empty'),
    startSandboxMailbox({ port: 0, appUrl: PUBLIC_URL }),
  ]);
  await sql`insert into users (id, issuer, subject, email)
    values ('mira', 'https://issuer.test', 'mira', 'mira@example.com')`.execute(database.db);
});
afterAll(async () => {
  await mailbox.close();
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate mail_outbox, mail_choices`.execute(database.db);
  logLines.length = 0;
});
afterEach(() => {
  for (const delivery of deliveries.splice(0)) delivery.close();
  mailbox.refuse(undefined);
});

/** As on a node of its own. */
function node(smtpUrl = mailbox.credentials.SMTP_URL): MailDelivery {
  const parts = { db: database.db, publicUrl: PUBLIC_URL, templates: [owed, chosen], log: log as never };
  const delivery = new MailDelivery(parts, { smtpUrl, from: mailbox.credentials.MAIL_FROM });
  deliveries.push(delivery);
  return delivery;
}

const toMira = { memberId: 'mira' };
const toOthers = { address: 'other@example.com' };
const tell = (key: string, title = 'a plan') =>
  addMail(database.db, owed, { key, to: toMira, data: { title } });
const arrived = (from: number) => mailbox.mails.slice(from);
const rows = async () =>
  (
    await sql<{ state: string; attempts: number; reason: string | null; recipient: string | null }>`
      select state, attempts, reason, recipient from mail_outbox order by id`.execute(database.db)
  ).rows;
const makeDue = () => sql`update mail_outbox set next_attempt_at = now()`.execute(database.db);

describe('a mail', () => {
  test('arrives as text and HTML, with nothing in it taken for markup or a header', async () => {
    const before = mailbox.mails.length;
    await tell('1', '<b>Tom & Eve</b>\r\nBcc: all@example.com');
    expect(await node().deliverDue()).toBe(1);
    const [mail] = arrived(before);
    expect(mail).toMatchObject({
      to: 'mira@example.com',
      from: expect.stringContaining('mail@promptarium.test'),
      subject: 'About <b>Tom & Eve</b> Bcc: all@example.com',
    });
    expect(mail?.text).toContain('Open it:\nhttp://localhost:3000/orders?order=a&b=c');
    expect(mail?.html).toContain('&lt;b&gt;Tom &amp; Eve&lt;/b&gt;');
    expect(mail?.html).toContain('href="http://localhost:3000/orders?order=a&amp;b=c"');
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.headers).toMatchObject({ 'auto-submitted': 'auto-generated' });
    expect(mail?.headers).not.toHaveProperty('bcc');
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe');
  });

  test('is sent once, however often it is queued, and not at all when its transaction fails', async () => {
    const before = mailbox.mails.length;
    expect([await tell('1'), await tell('1')]).toEqual([true, false]);
    const failing = database.db.transaction().execute(async (transaction) => {
      await addMail(transaction, owed, { key: '2', to: toMira, data: { title: 'never' } });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await node().deliverDue();
    expect([await tell('1'), arrived(before).length]).toEqual([false, 1]);
  });

  test('is sent by one node, however many poll', async () => {
    const before = mailbox.mails.length;
    for (const key of ['1', '2', '3', '4']) await tell(key);
    const sent = await Promise.all([node(), node(), node()].map((delivery) => delivery.deliverDue()));
    expect([sent.toSorted(), arrived(before).length]).toEqual([[0, 0, 4], 4]);
  });

  test('of a kind that only a newer version knows waits for that version', async () => {
    await addMail(database.db, { ...owed, kind: 'newer' }, { key: '1', to: toMira, data: { title: '' } });
    expect([await node().deliverDue(), await rows()]).toEqual([
      0,
      [expect.objectContaining({ state: 'pending' })],
    ]);
  });
});

describe('optional mail', () => {
  const hint = () => addMail(database.db, chosen, { key: '1', to: toMira, data: {} });

  test('can be unsubscribed from in the mail itself', async () => {
    const before = mailbox.mails.length;
    await hint();
    await node().deliverDue();
    expect(arrived(before)[0]?.headers).toMatchObject({
      'list-unsubscribe': expect.stringMatching(
        /^<http:\/\/localhost:3000\/api\/mail\/unsubscribe\?member=mira&group=guidance&key=[\w-]{43}>$/,
      ),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
  });

  test('is not queued for members who unsubscribed', async () => {
    await sql`insert into mail_choices values ('mira', false, true)`.execute(database.db);
    expect(await hint()).toBe(false);
  });
});

describe('a mail server that fails', () => {
  test('is retried later; nothing else is tried meanwhile, and no mail loses an attempt', async () => {
    await tell('1');
    await tell('2');
    const away = node('smtp://127.0.0.1:1');
    expect(await away.deliverDue()).toBe(0);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0]);
    expect(await away.deliverDue()).toBe(0);
    expect(logLines).toHaveLength(1);
    expect((await mailHealth(database.db, true)).lastReason).toMatch(/ESOCKET|ECONNECTION/);
    await makeDue();
    expect(await node().deliverDue()).toBe(2);
    expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['sent', null],
    ]);
  });

  test.each([
    [550, '5.7.1 Sender not verified', true],
    [530, '5.7.0 Authentication required', true],
    [550, '5.4.5 Daily sending limit exceeded', undefined],
    [552, 'Quota exceeded', undefined],
  ] as const)(
    'that answers %i %s is not about the mail itself: all mail waits',
    async (code, message, isOfSender) => {
      for (const key of ['1', '2']) await tell(key);
      mailbox.refuse({ code, message, ...(isOfSender && { isOfSender }) });
      const refused = node();
      expect(await refused.deliverDue()).toBe(0);
      expect(await rows()).toMatchObject([
        { state: 'pending', attempts: 0, reason: expect.stringContaining(`EENVELOPE ${code}`) },
        { state: 'pending', attempts: 0 },
      ]);
      mailbox.refuse(undefined);
      expect([await refused.deliverDue(), await node().deliverDue()]).toEqual([0, 2]);
    },
  );

  test.each([
    [552, 'Blocked for its content'],
    [421, '4.7.0 Try again later'],
  ])('a mail refused with %i %s delays no other, and is given up in the end', async (code, message) => {
    mailbox.refuse({ code, message, recipient: 'mira@example.com' });
    await tell('1');
    for (const key of ['2', '3'])
      await addMail(database.db, owed, { key, to: toOthers, data: { title: key } });
    expect(await node().deliverDue()).toBe(2);
    expect(await rows()).toMatchObject([
      { state: 'pending', attempts: 1, reason: expect.stringContaining(`${code}`) },
      { state: 'sent' },
      { state: 'sent' },
    ]);
    await makeDue();
    // Alone it tells nothing of the server: it waits behind what comes after it.
    const alone = node();
    expect(await alone.deliverDue()).toBe(0);
    await addMail(database.db, owed, { key: '4', to: toOthers, data: { title: '4' } });
    expect(await node().deliverDue()).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 2 }, {}, {}, { state: 'sent' }]);
  });

  test('that refuses a mail by policy gets it again later', async () => {
    await tell('1');
    mailbox.refuse({ code: 550, message: '5.7.1 Blocked' });
    await node().deliverDue();
    expect(await rows()).toMatchObject([{ state: 'pending', attempts: 1 }]);
  });

  test('for now is asked again, for good it is not; neither row nor log names the address', async () => {
    await tell('1');
    mailbox.refuse({ code: 450, message: 'mira@example.com is busy' });
    await node().deliverDue();
    expect(await rows()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await makeDue();
    mailbox.refuse({ code: 550, message: 'No such user <mira@example.com>' });
    await node().deliverDue();
    const [row] = await rows();
    expect(row).toMatchObject({
      state: 'dead',
      attempts: 2,
      reason: expect.stringMatching(/EENVELOPE 550 /),
    });
    expect(`${row?.reason} ${JSON.stringify(logLines)}`).not.toContain('mira');
    expect(logLines).toHaveLength(2);
    expect(await mailHealth(database.db, true)).toMatchObject({
      dead: 1,
      warning: expect.stringContaining('week'),
    });
  });

  test('a mail that failed for two days is given up', async () => {
    await tell('1');
    await sql`update mail_outbox set attempts = 7`.execute(database.db);
    mailbox.refuse({ code: 450, message: 'Busy' });
    await node().deliverDue();
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 8 }]);
  });
});

test('sent mail loses recipient and data after days and its row after months; unsendable mail is deleted', async () => {
  for (const key of ['recent', 'old', 'ancient', 'unsent']) await tell(key);
  const age = (key: string, days: number, state: string) =>
    sql`update mail_outbox set state = ${state}, created_at = now() - make_interval(days => ${days}),
      ended_at = case when ${state} = 'sent' then now() - make_interval(days => ${days}) end
      where dedupe_key = ${`owed ${key}`}`.execute(database.db);
  await age('recent', 1, 'sent');
  await age('old', 4, 'sent');
  await age('ancient', 91, 'sent');
  await age('unsent', 4, 'pending');
  await tell('away');
  await age('away', 4, 'pending');
  await sql`update mail_outbox set reason = 'ESOCKET' where dedupe_key = 'owed away'`.execute(database.db);
  await sweepOutbox(database.db);
  expect((await rows()).map(({ state, recipient }) => [state, recipient])).toEqual([
    ['sent', 'mira@example.com'],
    ['sent', null],
    // The server is away: that is not the same as none.
    ['pending', 'mira@example.com'],
  ]);
  expect(await mailHealth(database.db, false)).toMatchObject({
    isConfigured: false,
    warning: expect.any(String),
  });
});
