import { z } from 'zod';
import { formatDay } from '#server/core/mail/format-date.ts';
import { formatMoney } from '#server/core/mail/format-money.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { titleInSubject } from './orders.mail-title.ts';

const schema = z.object({
  orderId: z.string(),
  // Absent in mail of earlier versions.
  title: z.string().default(''),
  paid: z.object({ cents: z.int(), currency: z.string() }).nullable().default(null),
  /** YYYY-MM-DD */
  expectedOn: z.string().nullable().default(null),
});

/** An order is paid. */
export const orderReceivedMail = defineMail<z.infer<typeof schema>>({
  kind: 'order-received',
  schema,
  content: ({ orderId, title, paid, expectedOn }) => ({
    subject: title ? `Order received: ${titleInSubject(title)}` : 'We received your order',
    paragraphs: [
      `Thank you. We received your payment${paid ? ` of ${formatMoney(paid.cents, paid.currency)}` : ''} for a custom prompt${title ? `: “${title}”` : ''}. It’s a one-time payment; nothing renews.`,
      `${expectedOn ? `Expect your prompt around ${formatDay(expectedOn)}.` : 'We’ll start writing now.'} We’ll email you when it’s ready, and you can ask for changes until you accept it.`,
    ],
    link: { label: 'See your order', path: `/orders?order=${orderId}` },
  }),
});
