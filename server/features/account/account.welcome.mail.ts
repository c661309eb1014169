import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** To whoever signed in for the first time. */
export const welcomeMail = defineMail({
  kind: 'welcome',
  group: 'guidance',
  schema: z.object({}),
  content: () => ({
    subject: `Welcome to ${BRAND.name}`,
    paragraphs: [
      'Your account is ready, and every basic prompt is open to you.',
      'Find a prompt, fill in your details, copy it with one click, and save the good ones as favorites. The help page explains plans, the free trial and how we handle your data.',
    ],
    link: { label: 'Find a prompt', path: '/search' },
  }),
});
