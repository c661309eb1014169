import { z } from 'zod';
import { TIER_NAMES } from '#contract/tiers.ts';
import { formatDate } from '#server/core/mail/format-date.ts';
import { formatMoney } from '#server/core/mail/format-money.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { dueSchema } from './subscription.due.ts';

const schema = z.object({ graceUntil: z.number(), due: dueSchema });

/** A renewal that the bank wants its customer to confirm: nothing is wrong with the card. */
export const confirmPaymentMail = defineMail<z.infer<typeof schema>>({
  kind: 'confirm-payment',
  schema,
  content: ({ graceUntil, due }) => {
    const plan = due === null ? 'your plan' : `your ${TIER_NAMES[due.tier]} plan`;
    const payment = due === null ? 'the payment' : `the payment of ${formatMoney(due.cents, due.currency)}`;
    return {
      subject: 'Confirm your payment with your bank',
      paragraphs: [
        `Your bank wants you to confirm ${payment} that renews ${plan}. Until you do, it isn’t paid. Nothing is wrong with your card.`,
        `You keep your plan until ${formatDate(graceUntil)}. Please confirm the payment on your subscription page before then. If it’s still unpaid by that day, you’re back to the free basic prompts.`,
      ],
      link: { label: 'Confirm payment', path: '/subscription' },
    };
  },
});
