import { z } from 'zod';
import { formatDate } from '#server/core/mail/format-date.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** A renewal could not be charged. */
export const paymentFailedMail = defineMail({
  kind: 'payment-failed',
  schema: z.object({ graceUntil: z.number().nullable() }),
  content: ({ graceUntil }) => ({
    subject: 'Your payment didn’t go through',
    paragraphs: [
      'We couldn’t renew your plan. Your card was declined, or your bank needs you to confirm the payment.',
      graceUntil === null
        ? 'Please pay or update your card on your subscription page.'
        : `You keep your plan until ${formatDate(graceUntil)}. Please pay or update your card on your subscription page before then.`,
    ],
    link: { label: 'Pay now', path: '/subscription' },
  }),
});
