import { expectedOn } from '#contract/business-days.ts';
import type { OrderState } from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import {
  type BillingServices,
  type OrderPayment,
  reportEventForDeletedAccount,
  withOrderPayment,
} from '../billing/billing.public.ts';
import { notify } from '../notices/notices.public.ts';
import {
  addGrant,
  findBuyer,
  findOrderOfPayment,
  lockOrder,
  type PayableOrder,
  removeGrant,
  setPaid,
} from './orders.payment-sync.queries.ts';
import { orderReceivedMail } from './orders.received.mail.ts';
import { orderRefundedMail } from './orders.refunded.mail.ts';

/** Gets what a person should look at; ids only. */
interface Log {
  error(fields: Record<string, unknown>, message: string): void;
}

/**
 * What a payment of any kind says, when something may have happened to it.
 * @returns whether it is of an order
 */
export async function applyPayment(billing: BillingServices, payment: OrderPayment): Promise<boolean> {
  const { paymentIntentId } = payment;
  const orderId = payment.orderId ?? (await findOrderOfPayment(billing.db, paymentIntentId));
  if (orderId === undefined) return false;
  await syncOrderPayment(billing, { orderId, paymentIntentId });
  return true;
}

/**
 * Makes an order what its payment says now. The payment is read under the buyer's lease, as subscriptions are
 * (docs/decisions/0013-payment-leases.md). May be repeated.
 * @param payment says which one to read
 * @returns the order's state when the payment changed the order
 * @throws HttpProblem 503 while the provider is unavailable, or when another change took too long
 */
export async function syncOrderPayment(
  billing: BillingServices,
  { orderId, paymentIntentId }: { orderId: string; paymentIntentId: string },
): Promise<OrderState | undefined> {
  const memberId = await findBuyer(billing.db, orderId);
  if (memberId === undefined) return undefined;
  const payer = payerOf({ memberId, orderId });
  return await withOrderPayment(billing, { payer, paymentIntentId }, async (transaction, payment) => {
    const state = await writePayment(transaction, { ...payment, orderId }, billing.log);
    // What staff refunded here is written already, and news to nobody.
    if (memberId === null && state !== undefined) {
      const detail = payment.isDisputed ? 'order disputed' : `order ${state}`;
      await reportEventForDeletedAccount({ db: transaction, log: billing.log }, { subject: orderId, detail });
    }
    return state;
  });
}

/** Whose payments are changed one after another: the order stands for a buyer who deleted their account. */
export const payerOf = ({ memberId, orderId }: { memberId: string | null; orderId: string }): string =>
  memberId ?? orderId;

/**
 * Writes what a payment says: paid, refunded, or disputed. A payment that does not match an order of ours, in this
 * amount, changes nothing.
 * @param transaction in which the order is locked: members and fulfillment change orders without the buyer's lease
 */
export async function writePayment(
  transaction: Db,
  payment: OrderPayment & { orderId: string },
  log: Log,
): Promise<OrderState | undefined> {
  const { orderId, isRefunded, isDisputed, isLost } = payment;
  if (!(payment.isPaid || isRefunded)) return undefined;
  const order = await lockOrder(transaction, orderId);
  if (order === undefined) return undefined;
  if (!matches(order, payment)) {
    log.error({ order: order.id, payment: payment.paymentIntentId }, 'a payment does not fit its order');
    return undefined;
  }
  const { memberId } = order;
  // Refunded is final: another order may have taken its place.
  if (order.state === 'refunded') return undefined;
  // Refunded by us, or a dispute that is lost: either way the buyer has the money again.
  const isReturned = isRefunded || isLost;
  const state = isReturned ? 'refunded' : order.state === 'awaiting_payment' ? 'received' : order.state;
  if (isReturned || isDisputed) await removeGrant(transaction, order.id);
  else if (order.promptId !== null && memberId !== null) {
    await addGrant(transaction, { id: order.id, memberId, promptId: order.promptId });
  }
  if (state === order.state && isDisputed === order.isDisputed) return undefined;
  await setPaid(transaction, { id: order.id, state, isDisputed });
  if (memberId !== null) await tellBuyer(transaction, { ...order, memberId }, { state, payment });
  return state;
}

/** Of the payment, and of its return. */
async function tellBuyer(
  transaction: Db,
  {
    id: orderId,
    memberId,
    goal: title,
    state: before,
    promptId,
    isDelivered,
  }: PayableOrder & { memberId: string },
  { state, payment }: { state: OrderState; payment: OrderPayment },
): Promise<void> {
  const mail = { key: orderId, to: { memberId } };
  const amount = { cents: payment.amountCents, currency: payment.currency };
  if (state === 'refunded') {
    const hasOpened = isDelivered || (promptId !== null && before !== 'awaiting_payment');
    const data = { orderId, title, returned: amount, isByBank: payment.isLost, hasOpened };
    await addMail(transaction, orderRefundedMail, { ...mail, data });
    await notify(transaction, memberId, {
      kind: 'order_refunded',
      subject: title,
      path: `/orders?order=${orderId}`,
    });
  } else if (before === 'awaiting_payment' && state === 'received') {
    const data = { orderId, title, paid: amount, expectedOn: expectedOn(new Date().toISOString()) };
    await addMail(transaction, orderReceivedMail, { ...mail, data });
  }
}

const matches = (order: PayableOrder, payment: OrderPayment) =>
  order.paymentIntentId === payment.paymentIntentId &&
  (order.dueCents ?? order.amountCents) === payment.amountCents &&
  order.currency === payment.currency;
