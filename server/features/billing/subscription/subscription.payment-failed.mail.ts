import { z } from 'zod';
import { formatDate } from '#server/core/mail/format-date.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** A renewal could not be charged. */
export const paymentFailedMail = defineMail({
  kind: 'payment-failed',
  schema: z.object({ graceUntil: z.number().nullable() }),
  content: ({ graceUntil }) => ({
    subject: 'Your payment did not go through',
    paragraphs: [
      'Your plan could not be renewed: the card was declined, or your bank wants you to confirm the payment.',
      graceUntil === null
        ? 'Please pay or change the card on your subscription page.'
        : `Your plan stays open until ${formatDate(graceUntil)}. Please pay or change the card on your subscription page before that day.`,
    ],
    link: { label: 'Pay now', path: '/subscription' },
  }),
});
