import { sql } from 'kysely';
import type { OrderState } from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';

/** What a payment changes of an order. */
export interface PayableOrder {
  id: string;
  /** Null once the buyer has deleted their account. */
  memberId: string | null;
  state: OrderState;
  goal: string;
  promptId: string | null;
  amountCents: number;
  /** What its bill comes to, where that is not the price. */
  dueCents: number | null;
  currency: string;
  paymentIntentId: string | null;
  isDisputed: boolean;
  /** At least once. */
  isDelivered: boolean;
}

/** @returns undefined for an order that is unknown, null for one whose buyer deleted their account */
export async function findBuyer(db: Db, orderId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ memberId: string | null }>`
    select user_id as "memberId" from orders where id = ${orderId}`.execute(db);
  return rows[0]?.memberId;
}

export async function findOrderOfPayment(db: Db, paymentIntentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where payment_intent_id = ${paymentIntentId}`.execute(db);
  return rows[0]?.id;
}

/** Locks the row until the transaction ends. */
export async function lockOrder(db: Db, id: string): Promise<PayableOrder | undefined> {
  const { rows } = await sql<PayableOrder>`
    select id, user_id as "memberId", state, goal, prompt_id as "promptId", amount_cents as "amountCents",
      due_cents as "dueCents", currency, payment_intent_id as "paymentIntentId", is_disputed as "isDisputed",
      exists (select from order_deliveries where order_id = orders.id) as "isDelivered"
    from orders where id = ${id} for update`.execute(db);
  return rows[0];
}

/** The times of the first payment and of the refund stay. */
export async function setPaid(
  db: Db,
  { id, state, isDisputed }: Pick<PayableOrder, 'id' | 'state' | 'isDisputed'>,
): Promise<void> {
  await sql`update orders set state = ${state}, is_disputed = ${isDisputed}, paid_at = coalesce(paid_at, now()),
      refunded_at = case when ${state} = 'refunded' then coalesce(refunded_at, now()) end
    where id = ${id}`.execute(db);
}

/** Opens the prompt an order was made from to its buyer. May be repeated. */
export async function addGrant(
  db: Db,
  { id, memberId, promptId }: { id: string; memberId: string; promptId: string },
): Promise<void> {
  await sql`insert into prompt_grants (user_id, prompt_id, order_id) values (${memberId}, ${promptId}, ${id})
    on conflict (user_id, prompt_id) do nothing`.execute(db);
}

/** Removes what this order opened. May be repeated. */
export async function removeGrant(db: Db, orderId: string): Promise<void> {
  await sql`delete from prompt_grants where order_id = ${orderId}`.execute(db);
}

/** Payments, refunds and disputes happen within this. Days. */
const RECENT = 120;

/** Orders whose payment may have changed without a webhook event, by id, after this one. */
export async function findRecentlyPaid(
  db: Db,
  after: string,
  count: number,
): Promise<{ id: string; paymentIntentId: string }[]> {
  const { rows } = await sql<{ id: string; paymentIntentId: string }>`
    select id, payment_intent_id as "paymentIntentId" from orders
    where payment_intent_id is not null and user_id is not null and state <> 'refunded' and id > ${after}
      and created_at > now() - make_interval(days => ${sql.lit(RECENT)})
    order by id limit ${count}`.execute(db);
  return rows;
}
