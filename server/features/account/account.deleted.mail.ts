import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** The last one: the account is gone. */
export const accountDeletedMail = defineMail({
  kind: 'account-deleted',
  schema: z.object({ areCommentsKept: z.boolean(), isByStaff: z.boolean().optional() }),
  content: ({ areCommentsKept, isByStaff = false }) => ({
    subject: `Your ${BRAND.name} account is deleted`,
    paragraphs: [
      `We deleted your account${isByStaff ? '' : ' as you asked'}, including your profile, favorites, votes, recent prompts and sessions. If you had a plan, it has ended and you won’t be charged again.`,
      areCommentsKept
        ? 'Your comments stay and are shown as written by a deleted member. We keep payment records as the law requires.'
        : 'Your comments were deleted too. We keep payment records as the law requires.',
      `This is the last email we’ll send to this address. ${isByStaff ? 'If you want to know why' : 'If you didn’t delete your account'}, contact us.`,
    ],
    link: { label: 'Contact us', path: '/contact' },
  }),
});
