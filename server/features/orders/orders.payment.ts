import type { OrderState } from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { retried } from '#server/core/database/retry.ts';
import type { OrderPayment } from '../billing/billing.access.ts';
import { addGrant, lockOrder, type PayableOrder, removeGrant, setPaid } from './orders-payment.queries.ts';

/** Told about what somebody should look at; ids only. */
interface Log {
  error(fields: Record<string, unknown>, message: string): void;
}

/**
 * Makes an order what its payment says: paid, paid back, or claimed back by the buyer's bank. Any payment of the
 * provider may be handed over, in any order, any number of times; one that does not belong to an order of ours, for
 * this amount, changes nothing.
 * @returns the order's state when the payment changed it
 */
export async function applyPayment(db: Db, payment: OrderPayment, log: Log): Promise<OrderState | undefined> {
  const { orderId } = payment;
  if (orderId === null) return undefined;
  return await retried(() =>
    db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      // Of an account that is gone here.
      if (order === undefined) return undefined;
      const isHad = payment.isPaid || payment.isRefunded;
      if (!isHad) return undefined;
      if (!belongs(order, payment)) {
        log.error({ order: order.id, payment: payment.paymentIntentId }, 'a payment does not fit its order');
        return undefined;
      }
      return await settle(transaction, order, payment);
    }),
  );
}

function belongs(order: PayableOrder, payment: OrderPayment): boolean {
  return (
    order.paymentIntentId === payment.paymentIntentId &&
    order.amountCents === payment.amountCents &&
    order.currency === payment.currency
  );
}

async function settle(
  db: Db,
  order: PayableOrder,
  { isRefunded, isDisputed }: OrderPayment,
): Promise<OrderState | undefined> {
  // What was paid back is over: another order may stand in its place.
  if (order.state === 'refunded') return undefined;
  const state = isRefunded ? 'refunded' : order.state === 'awaiting_payment' ? 'received' : order.state;
  if (isRefunded || isDisputed) await removeGrant(db, order.id);
  else if (order.promptId !== null) await addGrant(db, order);
  if (state === order.state && isDisputed === order.isDisputed) return undefined;
  await setPaid(db, { id: order.id, state, isDisputed });
  return state;
}
