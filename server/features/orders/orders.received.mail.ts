import { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** An order is paid. */
export const orderReceivedMail = defineMail({
  kind: 'order-received',
  schema: z.object({ orderId: z.string() }),
  content: ({ orderId }) => ({
    subject: 'We received your order',
    paragraphs: [
      `Thank you. We received your payment for a custom prompt and will start writing. It usually takes ${LIMITS.deliveryBusinessDays} business days.`,
      'We’ll let you know when it’s ready. You can ask for changes until you accept it.',
    ],
    link: { label: 'See your order', path: `/orders?order=${orderId}` },
  }),
});
