import type { Order } from '#contract/orders.ts';
import { formatPrice } from '#contract/plans.ts';
import type { OrderMessage } from '#contract/support.ts';

export interface HistoryEntry {
  key: string;
  /** ISO 8601 */
  at: string;
  isOurs: boolean;
  title: string;
  /** What was said with it. */
  text: string | null;
  /** The conversation it is part of. */
  ticketId: string | null;
}

const NOTHING_SAID = { text: null, ticketId: null };

/** What happened to an order and what both sides wrote, oldest first. */
export function historyOf(order: Order, messages: readonly OrderMessage[]): HistoryEntry[] {
  const { createdAt, paidAt, refundedAt, amountCents, revisions, deliveries } = order;
  const price = formatPrice(amountCents);
  const entries: HistoryEntry[] = [
    { key: 'ordered', at: createdAt, isOurs: false, title: 'You sent your brief', ...NOTHING_SAID },
    ...(paidAt === null
      ? []
      : [{ key: 'paid', at: paidAt, isOurs: false, title: `You paid ${price}`, ...NOTHING_SAID }]),
    ...(refundedAt
      ? [
          {
            key: 'refunded',
            at: refundedAt,
            isOurs: true,
            title: order.isDisputed ? `Your bank returned ${price}` : `We returned ${price}`,
            ...NOTHING_SAID,
          },
        ]
      : []),
    ...deliveries.map(({ id, deliveredAt, title, note }, index) => ({
      key: id,
      at: deliveredAt,
      isOurs: true,
      title: `We delivered ${index === 0 ? '' : 'a new version, '}“${title}”`,
      text: note,
      ticketId: null,
    })),
    ...revisions.map(({ at, text }) => ({
      key: at,
      at,
      isOurs: false,
      title: 'You asked for changes',
      text,
      ticketId: null,
    })),
    ...messages.map(({ id, isFromStaff, text, createdAt: at, ticketId }) => ({
      key: id,
      at,
      isOurs: isFromStaff,
      title: isFromStaff ? 'We wrote to you' : 'You wrote to us',
      text,
      ticketId,
    })),
  ];
  // Milliseconds in UTC: as texts they are in order.
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
