import { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import { formatDate } from '#server/core/mail/format-date.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** Two days before a trial ends. */
export const trialEndsMail = defineMail({
  kind: 'trial-ends',
  group: 'guidance',
  schema: z.object({ endsAt: z.number() }),
  content: ({ endsAt }) => ({
    subject: 'Your free trial ends soon',
    paragraphs: [
      `Your ${LIMITS.trialDays}-day Pro trial ends on ${formatDate(endsAt)}. You won’t be charged, and basic prompts stay free.`,
      'To keep using advanced and pro prompts, choose a plan.',
    ],
    link: { label: 'See plans', path: '/subscribe' },
  }),
});
