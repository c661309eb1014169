import { z } from 'zod';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** A prompt is delivered. Its text is on the page alone (DECISIONS 66). */
export const orderDeliveredMail = defineMail({
  kind: 'order-delivered',
  schema: z.object({ orderId: z.string() }),
  content: ({ orderId }) => ({
    subject: 'Your custom prompt is ready',
    paragraphs: ['We delivered the prompt you ordered. Try it, then accept it or tell us what to change.'],
    link: { label: 'Read your prompt', path: `/orders?order=${orderId}` },
  }),
});
