import type { Brief } from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type BillingServices, cancelOrderPayment, runForMember } from '../billing/billing.public.ts';
import { syncIfPaid } from './orders.checkout.ts';
import { conflict } from './orders.placement.ts';
import { type OrderRow, removeUnpaid, setBrief } from './orders.queries.ts';

/** @throws HttpProblem 409 once the order is paid */
export async function changeBriefOf(db: Db, { id }: OrderRow, brief: Brief): Promise<void> {
  if (await setBrief(db, id, brief)) return;
  throw conflict('already_paid', 'This order is paid, so its brief can’t be changed. Contact us about it.');
}

/**
 * Deletes an unpaid order. One whose payment was begun first loses that: no money comes for an order we do not know.
 * @throws HttpProblem 409 once it is paid or being paid, 503 while the provider is unavailable
 */
export async function discardUnpaid(
  db: Db,
  billing: BillingServices | undefined,
  { id, state, memberId, paymentIntentId, invoiceId }: OrderRow,
): Promise<void> {
  // Unpaid ones go with their buyer's account.
  if (state !== 'awaiting_payment' || memberId === null) throw alreadyPaid();
  const remove = async (transaction: Db) => {
    if (!(await removeUnpaid(transaction, id, paymentIntentId))) throw alreadyPaid();
  };
  if (paymentIntentId === null) return await remove(db);
  await runForMember(billing, 'Failed to discard the order', async (services) => {
    try {
      await cancelOrderPayment(services, { memberId, paymentIntentId, invoiceId }, remove);
    } catch (error) {
      await syncIfPaid(services, { orderId: id, paymentIntentId }, error);
      throw error;
    }
  });
}

const alreadyPaid = () =>
  conflict('already_paid', 'This order is paid, or its payment has begun, so it can’t be discarded.');
