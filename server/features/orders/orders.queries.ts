import { type RawBuilder, sql } from 'kysely';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { Brief, OrderState } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';
import type { Db } from '#server/core/database/pool.ts';

export interface OrderRow {
  id: string;
  /** Null once the buyer has deleted their account. */
  memberId: string | null;
  email: string | null;
  state: OrderState;
  goal: string;
  context: string;
  result: string;
  model: string | null;
  promptId: string | null;
  promptTitle: string | null;
  amountCents: number;
  currency: string;
  paymentIntentId: string | null;
  invoiceId: string | null;
  dueCents: number | null;
  isDisputed: boolean;
  createdAt: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
  /** Oldest first, like the deliveries; times as PostgreSQL writes them in JSON. */
  revisions: { at: string; text: string }[];
  deliveries: DeliveryRow[];
}

export interface DeliveryRow {
  id: string;
  deliveredAt: string;
  title: string;
  content: string;
  variables: Variable[];
  note: string | null;
}

/** What was paid for is locked while the payment is refunded or disputed. */
const IS_OPEN = sql`o.state <> 'refunded' and not o.is_disputed`;

/** Orders with their revisions and deliveries. @param mayShowText of which orders the delivered texts may leave the database */
function select(condition: RawBuilder<unknown>, mayShowText: RawBuilder<unknown>): RawBuilder<OrderRow> {
  return sql<OrderRow>`
    select o.id, o.user_id as "memberId", u.email, o.state, o.goal, o.context, o.result, o.model,
      o.prompt_id as "promptId", p.title as "promptTitle", o.amount_cents as "amountCents", o.currency,
      o.payment_intent_id as "paymentIntentId", o.invoice_id as "invoiceId", o.due_cents as "dueCents", o.is_disputed as "isDisputed",
      o.created_at as "createdAt", o.paid_at as "paidAt", o.refunded_at as "refundedAt", r.revisions, d.deliveries
    from orders o left join prompts p on p.id = o.prompt_id left join users u on u.id = o.user_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('at', created_at, 'text', text) order by position), '[]') as revisions
      from order_revisions where order_id = o.id
    ) r
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'deliveredAt', delivered_at, 'title', title,
        'content', case when ${mayShowText} then content else '' end,
        'variables', case when ${mayShowText} then variables else '[]' end, 'note', note) order by delivered_at, id), '[]') as deliveries
      from order_deliveries where order_id = o.id
    ) d
    where ${condition} order by o.created_at desc, o.id desc limit ${sql.lit(SERVER_LIMITS.orders)}`;
}

/** A member's own, newest first. */
export async function findOrders(db: Db, memberId: string): Promise<OrderRow[]> {
  return (await select(sql`o.user_id = ${memberId}`, IS_OPEN).execute(db)).rows;
}

/** One of a member's own. */
export async function findOrder(db: Db, memberId: string, id: string): Promise<OrderRow | undefined> {
  const { rows } = await select(sql`o.id = ${id} and o.user_id = ${memberId}`, IS_OPEN).execute(db);
  return rows[0];
}

/** For fulfillment: with all deliveries. */
export async function findOrderToFulfill(db: Db, id: string): Promise<OrderRow | undefined> {
  return (await select(sql`o.id = ${id}`, sql`true`).execute(db)).rows[0];
}

export interface NewOrder {
  id: string;
  memberId: string;
  key: string;
  brief: Brief;
  promptId: string | null;
  amountCents: number;
  currency: string;
}

/** @returns false when the member has sent this form already, or has an order for this prompt */
export async function addOrder(db: Db, order: NewOrder): Promise<boolean> {
  const { goal, context, result, model = null } = order.brief;
  const { numAffectedRows } = await sql`
    insert into orders (id, user_id, client_key, goal, context, result, model, prompt_id, amount_cents, currency)
    values (${order.id}, ${order.memberId}, ${order.key}::uuid, ${goal}, ${context}, ${result}, ${model},
      ${order.promptId}, ${order.amountCents}, ${order.currency})
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export interface EarlierOrder {
  id: string;
  state: OrderState;
  isOfSameForm: boolean;
}

/** The order `addOrder` conflicts with: first that of the same form, else the one for the same prompt. */
export async function findEarlierOrder(
  db: Db,
  { memberId, key, promptId }: Pick<NewOrder, 'memberId' | 'key' | 'promptId'>,
): Promise<EarlierOrder | undefined> {
  const { rows } = await sql<EarlierOrder>`
    select id, state, client_key = ${key}::uuid as "isOfSameForm" from orders
    where user_id = ${memberId} and (client_key = ${key}::uuid or (prompt_id = ${promptId} and state <> 'refunded'))
    order by "isOfSameForm" desc limit 1`.execute(db);
  return rows[0];
}

/** Changes what is ordered while it is not paid. @returns false once it is */
export async function setBrief(db: Db, id: string, brief: Brief): Promise<boolean> {
  const { goal, context, result, model = null } = brief;
  const { numAffectedRows } = await sql`
    update orders set goal = ${goal}, context = ${context}, result = ${result}, model = ${model}
    where id = ${id} and state = 'awaiting_payment'`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** @param paymentIntentId the one that can be paid no more @returns false once it is paid, or has another payment */
export async function removeUnpaid(db: Db, id: string, paymentIntentId: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from orders where id = ${id} and state = 'awaiting_payment'
      and payment_intent_id is not distinct from ${paymentIntentId}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function countOrders(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where user_id = ${memberId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Stores the payment that will fulfill an unpaid order.
 * @param before the one it had when this one was requested
 * @param now the one it has, with its bill and what that comes to
 * @returns false when the order has been paid, or has another payment, in the meantime
 */
export async function setPayment(
  db: Db,
  id: string,
  { before, now }: { before: string | null; now: { id: string; invoiceId: string | null; dueCents: number } },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders set payment_intent_id = ${now.id}, invoice_id = ${now.invoiceId},
      due_cents = nullif(${now.dueCents}::integer, amount_cents)
    where id = ${id} and state = 'awaiting_payment'
      and (payment_intent_id is not distinct from ${before} or payment_intent_id = ${now.id})`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** @returns false when there was nothing to accept */
export async function acceptDelivery(db: Db, memberId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders o set state = 'accepted' where o.id = ${id} and o.user_id = ${memberId}
      and o.state in ('delivered', 'revision', 'accepted') and ${IS_OPEN}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Of several at once, one is added. @returns undefined when nothing is delivered that could be changed */
export async function addRevision(
  db: Db,
  memberId: string,
  id: string,
  text: string,
): Promise<{ position: number; goal: string } | undefined> {
  const { rows } = await sql<{ position: number; goal: string }>`
    with asked as (
      update orders o set state = 'revision' where o.id = ${id} and o.user_id = ${memberId}
        and o.state = 'delivered' and ${IS_OPEN} returning o.id, o.goal
    )
    insert into order_revisions (order_id, position, text)
    select asked.id, (select count(*) from order_revisions where order_id = asked.id), ${text} from asked
    returning position, (select goal from asked)`.execute(db);
  return rows[0];
}
