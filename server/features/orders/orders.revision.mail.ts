import { z } from 'zod';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** The buyer asked for changes of what was delivered. */
export const orderRevisionMail = defineMail({
  kind: 'order-revision',
  schema: z.object({ orderId: z.string() }),
  content: ({ orderId }) => ({
    subject: 'We’re revising your prompt',
    paragraphs: ['We received your change request and will let you know when the new version is ready.'],
    link: { label: 'See your order', path: `/orders?order=${orderId}` },
  }),
});
