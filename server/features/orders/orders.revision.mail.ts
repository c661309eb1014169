import { z } from 'zod';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** The buyer asked for changes of what was delivered. */
export const orderRevisionMail = defineMail({
  kind: 'order-revision',
  schema: z.object({ orderId: z.string() }),
  content: ({ orderId }) => ({
    subject: 'We are changing your prompt',
    paragraphs: ['We received the changes you asked for, and tell you as soon as they are made.'],
    link: { label: 'See your order', path: `/orders?order=${orderId}` },
  }),
});
