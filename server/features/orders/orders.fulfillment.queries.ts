import { sql } from 'kysely';
import type { OrderState } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';
import type { StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';

export interface FulfillmentRow {
  id: string;
  state: OrderState;
  isDisputed: boolean;
  /** Empty for one whose buyer deleted their account. */
  goal: string;
  amountCents: number;
  currency: string;
  memberId: string | null;
  email: string | null;
  createdAt: Date;
  paidAt: Date | null;
  /** The payment, or what was asked to be changed last. */
  waitsSince: Date;
  revisions: number;
  deliveries: number;
  /** The newest. */
  deliveredAt: Date | null;
  refundedAt: Date | null;
  /** What its lists are ordered by, to the microsecond; ISO 8601. */
  orderedAt: string;
}

/** Which orders. `deleted` buyers: members who deleted their account, so that nobody waits for them any more. */
export interface OrderSelection {
  states: readonly OrderState[];
  buyers: 'members' | 'deleted' | 'all';
}

export type OrderPosition = Pick<FulfillmentRow, 'id' | 'orderedAt'>;

const ORDERED_AT = sql`coalesce(o.paid_at, o.created_at)`;

const isSelected = ({ states, buyers }: OrderSelection) =>
  sql`o.state = any(${states}) and (${buyers}::text = 'all' or (o.user_id is null) = (${buyers}::text = 'deleted'))`;

/** Orders by their payment. @param page without one, all of them */
export async function findOrdersByState(
  db: Db,
  selection: OrderSelection,
  first: 'oldest' | 'newest',
  page?: { after: OrderPosition | undefined; count: number },
): Promise<FulfillmentRow[]> {
  const [direction, isBehind] = first === 'oldest' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const isAfter = ({ orderedAt, id }: OrderPosition) =>
    sql`(${ORDERED_AT}, o.id) ${isBehind} (${orderedAt}::timestamptz, ${id})`;
  const { rows } = await sql<FulfillmentRow>`
    select o.id, o.state, o.is_disputed as "isDisputed", o.goal, o.amount_cents as "amountCents", o.currency,
      u.id as "memberId", u.email,
      o.created_at as "createdAt", o.paid_at as "paidAt", r.revisions, d.deliveries, d.at as "deliveredAt",
      o.refunded_at as "refundedAt",
      greatest(${ORDERED_AT}, r.at) as "waitsSince",
      to_char(${ORDERED_AT} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "orderedAt"
    from orders o left join users u on u.id = o.user_id
    cross join lateral (select count(*)::integer as revisions, max(created_at) as at
      from order_revisions where order_id = o.id) r
    cross join lateral (select count(*)::integer as deliveries, max(delivered_at) as at
      from order_deliveries where order_id = o.id) d
    where ${isSelected(selection)} and ${page?.after ? isAfter(page.after) : sql`true`}
    order by ${ORDERED_AT} ${direction}, o.id ${direction} ${page ? sql`limit ${page.count}` : sql``}`.execute(
    db,
  );
  return rows;
}

export async function countOrders(db: Db, selection: OrderSelection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from orders o where ${isSelected(selection)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** @returns the state it was in; undefined when that is none of `from` */
export async function setOrderState(
  transaction: StaffTransaction,
  id: string,
  { from, to }: { from: readonly OrderState[]; to: OrderState },
): Promise<OrderState | undefined> {
  const { rows } = await sql<{ before: OrderState }>`
    with locked as (select id, state from orders where id = ${id} for update)
    update orders o set state = ${to} from locked where o.id = locked.id and locked.state = any(${from})
      and not o.is_disputed and o.user_id is not null returning locked.state as before`.execute(transaction);
  return rows[0]?.before;
}

export interface Delivery {
  title: string;
  content: string;
  variables: readonly Variable[];
  note: string | null;
}

/** @returns false when the newest delivery says the same */
export async function addDelivery(
  db: StaffTransaction,
  orderId: string,
  delivery: Delivery & { id: string },
): Promise<boolean> {
  const { id, title, content, note } = delivery;
  const made = sql`${title}::text, ${content}::text, ${JSON.stringify(delivery.variables)}::jsonb, ${note}::text`;
  const { numAffectedRows } = await sql`
    insert into order_deliveries (id, order_id, title, content, variables, note, delivered_at)
    select ${id}, ${orderId}, ${made}, clock_timestamp()
    where not exists (
      select from (select * from order_deliveries where order_id = ${orderId}
        order by delivered_at desc, id desc limit 1) newest
      where (title, content, variables, note) is not distinct from (${made}))`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
