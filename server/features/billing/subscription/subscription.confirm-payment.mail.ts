import { z } from 'zod';
import { formatDate } from '#server/core/mail/format-date.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** A renewal that the bank wants its customer to confirm: nothing is wrong with the card. */
export const confirmPaymentMail = defineMail({
  kind: 'confirm-payment',
  schema: z.object({ graceUntil: z.number() }),
  content: ({ graceUntil }) => ({
    subject: 'Confirm your payment with your bank',
    paragraphs: [
      'Your bank wants you to confirm the payment that renews your plan. Until you do, it isn’t paid.',
      `You keep your plan until ${formatDate(graceUntil)}. Please confirm the payment on your subscription page before then.`,
    ],
    link: { label: 'Confirm payment', path: '/subscription' },
  }),
});
