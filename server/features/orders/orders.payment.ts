import type { OrderState } from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { retried } from '#server/core/database/retry.ts';
import { type OrderPayment, type Payments, readOrderPayment } from '../billing/billing.access.ts';
import {
  addGrant,
  findBuyer,
  lockOrder,
  type PayableOrder,
  removeGrant,
  setPaid,
} from './orders-payment.queries.ts';

/** Told about what somebody should look at; ids only. */
interface Log {
  error(fields: Record<string, unknown>, message: string): void;
}

/** Which payment to look at. What else a note or an earlier reading said of it is only a hint to look. */
export type PaymentToRead = Pick<OrderPayment, 'orderId' | 'paymentIntentId'>;

/**
 * Makes an order what its payment says now. The payment is read under the buyer's lock, as subscriptions are
 * (docs/decisions/0010-payments.md): of two that look at once, the one that wrote last also read last. May be repeated.
 * @returns the order's state when the payment changed the order
 * @throws HttpProblem 503 while the provider is away, or when its turn did not come
 */
export async function applyPayment(
  payments: Payments,
  { orderId, paymentIntentId }: PaymentToRead,
): Promise<OrderState | undefined> {
  if (orderId === null) return undefined;
  const memberId = await findBuyer(payments.db, orderId);
  // Of an account that is gone here.
  if (memberId === undefined) return undefined;
  return await payments.locks.run(memberId, async (connection) =>
    writePayment(connection, await readOrderPayment(payments, paymentIntentId), payments.log),
  );
}

/**
 * Writes what a payment says: paid, paid back, or claimed back by the buyer's bank. One that does not belong to an order
 * of ours, for this amount, changes nothing.
 * @param db the connection that holds the buyer's lock
 */
export async function writePayment(db: Db, payment: OrderPayment, log: Log): Promise<OrderState | undefined> {
  const { orderId } = payment;
  if (orderId === null || !(payment.isPaid || payment.isRefunded)) return undefined;
  return await retried(() =>
    db.transaction().execute(async (transaction) => {
      // What the member and our desk do with the order does not ask for the buyer's lock.
      const order = await lockOrder(transaction, orderId);
      if (order === undefined) return undefined;
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
  { isRefunded, isDisputed, isLost }: OrderPayment,
): Promise<OrderState | undefined> {
  // What was paid back is over: another order may stand in its place.
  if (order.state === 'refunded') return undefined;
  // Given back by us, or taken back for good by the bank: either way the buyer has the money again.
  const isBack = isRefunded || isLost;
  const state = isBack ? 'refunded' : order.state === 'awaiting_payment' ? 'received' : order.state;
  if (isBack || isDisputed) await removeGrant(db, order.id);
  else if (order.promptId !== null) await addGrant(db, order);
  if (state === order.state && isDisputed === order.isDisputed) return undefined;
  await setPaid(db, { id: order.id, state, isDisputed });
  return state;
}
