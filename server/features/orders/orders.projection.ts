import type { Order } from '#contract/orders.ts';
import type { OrderRow } from './orders.queries.ts';

/** An order as its buyer sees it; nothing of the payment but its amount. */
export function toOrder(row: OrderRow): Order {
  const { id, state, isDisputed, amountCents, currency, promptId, promptTitle } = row;
  const { goal, context, result, model } = row;
  return {
    id,
    state,
    isDisputed,
    brief: { goal, context, result, ...(model === null ? {} : { model }) },
    prompt: promptId === null ? null : { id: promptId, title: promptTitle ?? '' },
    amountCents,
    paidCents: row.dueCents ?? amountCents,
    currency,
    hasBill: row.invoiceId !== null && row.paidAt !== null,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    refundedAt: row.refundedAt?.toISOString() ?? null,
    revisions: row.revisions.map(({ at, text }) => ({ at: new Date(at).toISOString(), text })),
    deliveries: row.deliveries.map((delivery) => ({
      ...delivery,
      deliveredAt: new Date(delivery.deliveredAt).toISOString(),
    })),
  };
}
