import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailDelivery } from '#server/core/mail/mail-delivery.ts';
import { MAIL_TEMPLATES } from '#server/mail-templates.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { startTestProvider, type TestProvider } from '#server/testing/google-provider.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { type SandboxMail, type SandboxMailbox, startSandboxMailbox } from '../../../sandbox/mail/start.ts';
import { endMailGroup, writeMailChoices } from './account.mail.queries.ts';

const FIREFOX = {
  'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1; rv:150.0) Gecko/20100101 Firefox/150.0',
};
const SAFARI = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
};

let app: TestApp;
let provider: TestProvider;
let mailbox: SandboxMailbox;
let delivery: MailDelivery;

beforeAll(async () => {
  [provider, mailbox] = await Promise.all([
    startTestProvider(),
    startSandboxMailbox({ port: 0, appUrl: 'http://localhost:3000' }),
  ]);
  app = await createTestApp({
    template: 'empty',
    settings: { google: { ...provider.settings, timeouts: { call: 60_000, step: 60_000 } } },
  });
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = mailbox.credentials;
  const dependencies = { db: app.database.db, publicUrl: app.settings.publicUrl, log: app.server.log };
  delivery = new MailDelivery({ ...dependencies, templates: MAIL_TEMPLATES }, { smtpUrl, from });
});
afterAll(async () => {
  delivery.close();
  await app.close();
  await Promise.all([provider.close(), mailbox.close()]);
});

/** What is sent now, in order. */
async function sentNow(): Promise<SandboxMail[]> {
  const before = mailbox.mails.length;
  await delivery.deliverDue();
  return mailbox.mails.slice(before);
}

async function signInWith(headers: Record<string, string>): Promise<TestBrowser> {
  const browser = new TestBrowser(app);
  await browser.get(provider.authorize(await browser.beginSignIn()), headers);
  return browser;
}

/** The link of a mail as a path of ours. */
const linkIn = (mail: SandboxMail | undefined, header = 'list-unsubscribe') =>
  (mail?.headers[header] ?? '').replace(/^<http:\/\/localhost:3000|>$/g, '');

const choicesOf = async (member: TestMember) => (await member.get('/api/account/mail')).json();

/** As mail programs do: a form, from nowhere, without a session. */
const post = (url: string) =>
  app.server.inject({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('the first sign-in sends a welcome mail; each new device sends one notice', async () => {
  await signInWith(FIREFOX);
  const [welcome, ...others] = await sentNow();
  expect([welcome?.to, welcome?.subject, others]).toEqual(['mira@example.com', 'Welcome to Promptarium', []]);
  await signInWith(FIREFOX);
  expect(await sentNow()).toEqual([]);
  await signInWith(SAFARI);
  const [warning] = await sentNow();
  expect(warning?.subject).toBe('New sign-in to Promptarium');
  expect(warning?.text).toMatch(/using Safari on iOS, which you haven’t used here before \(\d{4}-.* UTC\)/);
  expect(warning?.headers).not.toHaveProperty('list-unsubscribe');
  await signInWith(SAFARI);
  expect(await sentNow()).toEqual([]);
});

test('optional mail is unsubscribed by its link without a session, and chosen again on the account page', async () => {
  provider.person = { ...provider.person, sub: '200', email: 'nora@example.com' };
  await signInWith(FIREFOX);
  const [welcome] = await sentNow();
  const link = linkIn(welcome);
  const opened = await app.get(link);
  expect([opened.statusCode, opened.headers.location]).toEqual([
    302,
    link.replace('/api/mail/unsubscribe', '/account/unsubscribe'),
  ]);
  const { rows } = await sql<{ id: string }>`select id from users where email = 'nora@example.com'`.execute(
    app.database.db,
  );
  const choice = () =>
    sql`select guidance from mail_choices where user_id = ${rows[0]?.id}`.execute(app.database.db);
  expect((await choice()).rows).toEqual([]);
  for (const _again of [1, 2]) expect((await post(link)).json()).toEqual({ unsubscribed: true });
  expect((await choice()).rows).toEqual([{ guidance: false }]);
});

test('an unsubscribe link is valid for one member and one mail group', async () => {
  provider.person = { ...provider.person, sub: '201', email: 'olga@example.com' };
  await signInWith(FIREFOX);
  const link = linkIn((await sentNow())[0]);
  const mira = await createMember(app);
  const forged = [
    link.replace(/member=[^&]+/, `member=${mira.id}`),
    link.replace('guidance', 'replies'),
    link.replace(/key=.+/, 'key=x'),
  ];
  for (const url of forged) expect((await post(url)).statusCode).toBe(403);
  expect((await post(link.replace('guidance', 'all'))).statusCode).toBe(400);
  expect(await choicesOf(mira)).toEqual({ guidance: true, replies: false });
});

test('mail choices are stored, for members only', async () => {
  const mira = await createMember(app);
  const wanted = { guidance: false, replies: true };
  for (const _again of [1, 2]) expect((await mira.put('/api/account/mail', wanted)).json()).toEqual(wanted);
  expect(await choicesOf(mira)).toEqual(wanted);
  expect((await mira.put('/api/account/mail', { guidance: 'no' })).statusCode).toBe(400);
  expect((await app.get('/api/account/mail')).statusCode).toBe(401);
});

test('one group is ended, whatever is chosen of the other at that moment', async () => {
  const { db } = app.database;
  const mira = await createMember(app);
  await mira.put('/api/account/mail', { guidance: true, replies: false });
  let ending: Promise<void> | undefined;
  await db.transaction().execute(async (transaction) => {
    await writeMailChoices(transaction, mira.id, { guidance: true, replies: true });
    ending = endMailGroup(db, mira.id, 'guidance');
    const waiting = sql`select from pg_locks where not granted`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
  });
  await ending;
  expect(await choicesOf(mira)).toEqual({ guidance: false, replies: true });
});

test('deleting the account sends a confirmation to its address', async () => {
  const mira = await createMember(app);
  await mira.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
  const [mail] = await sentNow();
  expect([mail?.to, mail?.subject]).toEqual([mira.email, 'Your Promptarium account is deleted']);
  expect(mail?.text).toContain('Your comments stay');
});
