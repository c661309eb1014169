import { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import { formatPrice, PLANS } from '#contract/plans.ts';
import { formatDate } from '#server/core/mail/format-date.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** "Advanced for $4.99 a month or Pro for $9.99 a month": what opens more than is free. */
const PRICES = PLANS.filter(({ tier, interval }) => interval === 'month' && tier !== 'basic')
  .map(({ name, priceCents }) => `${name} for ${formatPrice(priceCents)} a month`)
  .join(' or ');

/** Two days before a trial ends. */
export const trialEndsMail = defineMail({
  kind: 'trial-ends',
  group: 'guidance',
  schema: z.object({ endsAt: z.number() }),
  content: ({ endsAt }) => ({
    subject: `Your free trial ends on ${formatDate(endsAt)}`,
    paragraphs: [
      `Your ${LIMITS.trialDays}-day Pro trial ends on ${formatDate(endsAt)}. It needed no card, so nothing is charged, and basic prompts stay free.`,
      `To keep using advanced and pro prompts, choose a plan: ${PRICES}, plus any tax. You can cancel anytime.`,
    ],
    link: { label: 'See plans', path: '/subscribe' },
  }),
});
