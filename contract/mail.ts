import { z } from 'zod';
import { defineEndpoint, defineNavigation } from './endpoint.ts';
import { idSchema } from './field-schemas.ts';

/** Optional mail: members choose it, by group. All other mail is always sent. */
export const MAIL_GROUPS = ['guidance', 'replies'] as const;

export type MailGroup = (typeof MAIL_GROUPS)[number];

/** The choices of a member who has not chosen. */
export const DEFAULT_MAIL_CHOICES: Record<MailGroup, boolean> = { guidance: true, replies: false };

/** What a member reads beside each choice, and on the page that ends it. */
export const MAIL_GROUP_NAMES: Record<MailGroup, string> = {
  guidance: 'Getting started and trial reminders',
  replies: 'Replies to my comments, grouped into one email',
};

const mailChoicesSchema = z.strictObject({ guidance: z.boolean(), replies: z.boolean() });

export type MailChoices = z.infer<typeof mailChoicesSchema>;

export const getMailChoices = defineEndpoint({
  method: 'GET',
  url: '/api/account/mail',
  access: 'member',
  summary: 'Which mail the member wants, of what is not owed.',
  response: mailChoicesSchema,
});

export const setMailChoices = defineEndpoint({
  method: 'PUT',
  url: '/api/account/mail',
  access: 'member',
  summary: 'Sets which mail the member wants. May be repeated.',
  body: mailChoicesSchema,
  response: mailChoicesSchema,
});

/** What a link in a mail carries instead of a session. */
const unsubscribeQuery = z.object({
  member: idSchema,
  group: z.enum(MAIL_GROUPS),
  key: z.string().max(100).describe('Signature of the two others.'),
});

export type UnsubscribeLink = z.infer<typeof unsubscribeQuery>;

export const unsubscribe = defineEndpoint({
  method: 'POST',
  url: '/api/mail/unsubscribe',
  access: 'public',
  summary:
    'Ends one group of mail, by the link in such a mail (RFC 8058): no session, any body. May be repeated.',
  query: unsubscribeQuery,
  response: z.object({ unsubscribed: z.literal(true) }),
});

/** For mail programs that open the address instead of posting to it. Anything in the query is checked by the page. */
export const unsubscribeByLink = defineNavigation({
  method: 'GET',
  url: '/api/mail/unsubscribe',
  access: 'public',
  summary: 'To the page that ends one group of mail; changes nothing itself.',
  query: z.object({
    member: z.string().optional().catch(undefined).describe('As in the mail.'),
    group: z.string().optional().catch(undefined).describe('As in the mail.'),
    key: z.string().optional().catch(undefined).describe('As in the mail.'),
  }),
  redirectStatus: 302,
  response: z.null().describe('To the page, in `Location`.'),
});
