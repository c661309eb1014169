import { sql } from 'kysely';
import type { OrderState } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';
import type { Db } from '#server/core/database/pool.ts';

export interface FulfillmentRow {
  id: string;
  state: OrderState;
  isDisputed: boolean;
  goal: string;
  email: string;
  createdAt: Date;
  paidAt: Date | null;
}

/** Orders in these states, the longest waiting first. */
export async function findOrdersIn(db: Db, states: readonly OrderState[]): Promise<FulfillmentRow[]> {
  const { rows } = await sql<FulfillmentRow>`
    select o.id, o.state, o.is_disputed as "isDisputed", o.goal, u.email, o.created_at as "createdAt",
      o.paid_at as "paidAt"
    from orders o join users u on u.id = o.user_id
    where o.state = any(${states}) order by coalesce(o.paid_at, o.created_at), o.id`.execute(db);
  return rows;
}

/** @returns false when it is in none of the states */
export async function moveOrder(
  db: Db,
  id: string,
  { from, to }: { from: readonly OrderState[]; to: OrderState },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders set state = ${to} where id = ${id} and state = any(${from}) and not is_disputed`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export interface Delivery {
  title: string;
  content: string;
  variables: readonly Variable[];
  note: string | null;
}

/** @returns false when the newest delivery says the same */
export async function addDelivery(
  db: Db,
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
