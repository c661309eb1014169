import { z } from 'zod';
import { formatMoney } from '#server/core/mail/format-money.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { titleInSubject } from './orders.mail-title.ts';

const schema = z.object({
  orderId: z.string(),
  title: z.string(),
  returned: z.object({ cents: z.int(), currency: z.string() }),
  /** The buyer won it back there. */
  isByBank: z.boolean(),
  /** A delivery, or the prompt it was ordered from. Mail of earlier versions did not ask. */
  hasOpened: z.boolean().default(true),
});

/** An order’s money went back. */
export const orderRefundedMail = defineMail<z.infer<typeof schema>>({
  kind: 'order-refunded',
  schema,
  content: ({ orderId, title, returned, isByBank, hasOpened }) => ({
    subject: `Order refunded: ${titleInSubject(title)}`,
    paragraphs: [
      `${isByBank ? 'Your bank' : 'We'} returned your payment of ${formatMoney(returned.cents, returned.currency)} for the custom prompt “${title}”. ${isByBank ? '' : 'It can take a few days to show up on your card. '}The order is closed${hasOpened ? ', and what it opened is locked' : ''}.`,
    ],
    link: { label: 'See your order', path: `/orders?order=${orderId}` },
  }),
});
