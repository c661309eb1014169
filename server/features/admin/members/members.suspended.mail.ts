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
            'Our team suspended your account. You’ve been signed out and can’t sign in for now. We keep your data.',
            'If you have a paid plan, it won’t renew, and you won’t be charged again. Contact us if you want to know why, think this is a mistake, or want us to delete your account.',
          ],
          link: { label: 'Contact us', path: '/contact' },
        }
      : {
          subject: `Your ${BRAND.name} account is active again`,
          paragraphs: [
            'Your account is no longer suspended. You can sign in again. If you had a paid plan, it was set to end: you can resume it until then, or choose a plan again.',
          ],
          link: { label: 'Sign in', path: '/login' },
        },
});
