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
      `Your ${LIMITS.trialDays} days of Pro end on ${formatDate(endsAt)}. Nothing is charged: the trial ends by itself, and basic prompts stay open to you.`,
      'If you want to keep reading advanced and pro prompts, choose a plan.',
    ],
    link: { label: 'See the plans', path: '/subscribe' },
  }),
});
