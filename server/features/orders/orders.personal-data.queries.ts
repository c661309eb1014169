import { sql } from 'kysely';
import type { Order } from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { toOrder } from './orders.projection.ts';
import { findOrders } from './orders.queries.ts';

/** For the archive of a member's data: with what names payment and bill at the provider. */
export async function exportOrders(
  db: Db,
  memberId: string,
): Promise<(Order & { paymentIntentId: string | null; invoiceId: string | null })[]> {
  return (await findOrders(db, memberId)).map((row) => ({
    ...toOrder(row),
    paymentIntentId: row.paymentIntentId,
    invoiceId: row.invoiceId,
  }));
}

/** Payments that were begun and not paid: their pages may still be open in a tab. */
export async function findUnpaidOrderPayments(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payment_intent_id as id from orders
    where user_id = ${memberId} and state = 'awaiting_payment' and payment_intent_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of what was paid only what bookkeeping needs is kept: amount, payment, state and dates. */
export async function removeOrders(transaction: Db, memberId: string): Promise<void> {
  await sql`delete from orders where user_id = ${memberId} and state = 'awaiting_payment'`.execute(
    transaction,
  );
  await sql`delete from order_deliveries d using orders o where o.id = d.order_id and o.user_id = ${memberId}`.execute(
    transaction,
  );
  await sql`delete from order_revisions r using orders o where o.id = r.order_id and o.user_id = ${memberId}`.execute(
    transaction,
  );
  await sql`update orders set user_id = null, goal = '', context = '', result = '', model = null
    where user_id = ${memberId}`.execute(transaction);
}
