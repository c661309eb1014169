import { expect, test } from 'vitest';
import { startSandboxMailbox } from '../../../sandbox/mail/start.ts';
import { openSmtp, requiresTls } from './smtp.ts';

test('mail leaves this machine encrypted, unless the URL says otherwise', () => {
  expect(requiresTls('smtp://me:hush@mail.example.org:587')).toBe(true);
  expect(requiresTls('smtps://mail.example.org')).toBe(true);
  expect(requiresTls('smtp://relay.internal:25?requireTLS=false')).toBe(false);
  expect(requiresTls('smtp://127.0.0.1:2525')).toBe(false);
  expect(requiresTls('smtp://[::1]:2525')).toBe(false);
});

test('a server that offers no encryption gets nothing where it is required, and no other mail is tried', async () => {
  const mailbox = await startSandboxMailbox({ port: 0, appUrl: 'http://localhost:3000' });
  const { SMTP_URL, MAIL_FROM } = mailbox.credentials;
  const smtp = openSmtp({ smtpUrl: `${SMTP_URL}?requireTLS=true`, from: MAIL_FROM });
  const mail = {
    to: 'mira@example.com',
    messageId: '<1@test>',
    headers: {},
    subject: 'Hi',
    text: 'Hi',
    html: 'Hi',
  };
  await expect(smtp.send(mail)).rejects.toMatchObject({ isOfServer: true });
  expect(mailbox.mails).toEqual([]);
  smtp.close();
  await mailbox.close();
});
