import { z } from 'zod';
import { dateInWords } from '#server/core/mail/date-in-words.ts';
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
        : `Your plan stays open until ${dateInWords(graceUntil)}. Please pay or change the card on your subscription page before that day.`,
    ],
    link: { label: 'Pay now', path: '/subscription' },
  }),
});
