import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** Whoever is suspended cannot sign in, so only a mail can say it. */
export const suspendedMail = defineMail({
  kind: 'account-suspended',
  schema: z.object({ isSuspended: z.boolean() }),
  content: ({ isSuspended }) =>
    isSuspended
      ? {
          subject: `Your ${BRAND.name} account is suspended`,
          paragraphs: [
            'Our team suspended your account. You are signed out and cannot sign in for now. What you stored is kept.',
            'A running plan goes on until it is ended. If you want to know why, think this is a mistake, or want your plan ended or your account deleted, write to us.',
          ],
          link: { label: 'Contact us', path: '/contact' },
        }
      : {
          subject: `Your ${BRAND.name} account is open again`,
          paragraphs: ['The suspension of your account has ended. You can sign in as before.'],
          link: { label: 'Sign in', path: '/login' },
        },
});
