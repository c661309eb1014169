import type { Order } from '#contract/orders.ts';
import type { OrderMessage } from '#contract/support.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';

export interface HistoryEntry {
  key: string;
  /** ISO 8601; null where it is not known. */
  at: string | null;
  isOurs: boolean;
  title: string;
  /** What was said with it. */
  text: string | null;
  /** The conversation it is part of. */
  ticketId: string | null;
}

const NOTHING_SAID = { text: null, ticketId: null };

/** Who did what, as each side reads it. */
const WORDS = {
  buyer: { buyer: 'You', bank: 'Your bank', brief: 'your brief' },
  staff: { buyer: 'The buyer', bank: 'The buyer’s bank', brief: 'the brief' },
} as const;

/** What happened to an order and what both sides wrote, oldest first. */
export function historyOf(
  order: Order,
  messages: readonly OrderMessage[],
  reader: keyof typeof WORDS = 'buyer',
): HistoryEntry[] {
  const { buyer, bank, brief } = WORDS[reader];
  const { createdAt, paidAt, refundedAt, revisions, deliveries } = order;
  const paid = formatAmount(order.paidCents, order.currency);
  const entries: HistoryEntry[] = [
    { key: 'ordered', at: createdAt, isOurs: false, title: `${buyer} sent ${brief}`, ...NOTHING_SAID },
    ...(paidAt === null
      ? []
      : [{ key: 'paid', at: paidAt, isOurs: false, title: `${buyer} paid ${paid}`, ...NOTHING_SAID }]),
    ...(order.state === 'refunded'
      ? [
          {
            key: 'refunded',
            at: refundedAt,
            isOurs: !order.isDisputed,
            title: order.isDisputed ? `${bank} returned ${paid}` : `We returned ${paid}`,
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
      title: `${buyer} asked for changes`,
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
  return entries.sort((a, b) => compare(a.at ?? NO_DATE, b.at ?? NO_DATE));
}

/** Last: only of a refund the day may be unknown. */
const NO_DATE = '~';

/** Milliseconds in UTC: as texts they are in order. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
