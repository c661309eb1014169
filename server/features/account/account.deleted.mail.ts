import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** The last one: the account is gone. */
export const accountDeletedMail = defineMail({
  kind: 'account-deleted',
  schema: z.object({ areCommentsKept: z.boolean() }),
  content: ({ areCommentsKept }) => ({
    subject: `Your ${BRAND.name} account is deleted`,
    paragraphs: [
      'As you asked, your account is deleted, with your profile, favorites, votes, recent prompts and sessions. A running plan has ended; nothing more is charged.',
      areCommentsKept
        ? 'Your comments stay, shown as written by a deleted member. Records of payments are kept as the law asks.'
        : 'Your comments are gone too. Records of payments are kept as the law asks.',
      'This is the last e-mail to this address. If you did not delete the account, answer on our contact page.',
    ],
    link: { label: 'Contact us', path: '/contact' },
  }),
});
