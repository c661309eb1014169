import { z } from 'zod';
import { TIER_NAMES } from '#contract/tiers.ts';
import { formatDate } from '#server/core/mail/format-date.ts';
import { formatMoney } from '#server/core/mail/format-money.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { dueSchema } from './subscription.due.ts';

const schema = z.object({ graceUntil: z.number().nullable(), due: dueSchema });

/** A renewal could not be charged. */
export const paymentFailedMail = defineMail<z.infer<typeof schema>>({
  kind: 'payment-failed',
  schema,
  content: ({ graceUntil, due }) => {
    const plan = due === null ? 'your plan' : `your ${TIER_NAMES[due.tier]} plan`;
    const amount = due === null ? 'the payment' : formatMoney(due.cents, due.currency);
    return {
      subject: `Your payment for ${plan} didn’t go through`,
      paragraphs: [
        `We couldn’t charge ${amount} for ${plan}. Your card was declined, or your bank needs you to confirm the payment.`,
        graceUntil === null
          ? 'Please pay or update your card on your subscription page.'
          : `You keep your plan until ${formatDate(graceUntil)}. Please pay or update your card on your subscription page before then. If it’s still unpaid by that day, you’re back to the free basic prompts; your favorites stay.`,
      ],
      link: { label: 'Pay now', path: '/subscription' },
    };
  },
});
