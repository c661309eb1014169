import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

export async function countPayments(db: Db): Promise<{ customers: number; plans: number; orders: number }> {
  const { rows } = await sql<{ customers: number; plans: number; orders: number }>`
    select (select count(*) from customers)::integer as customers,
      (select count(*) from subscriptions)::integer as plans, (select count(*) from orders)::integer as orders`.execute(
    db,
  );
  return rows[0] ?? { customers: 0, plans: 0, orders: 0 };
}

/** Ids at the provider, the latest first. */
export async function findSomeCustomers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from customers where customer_id is not null
    order by created_at desc limit 20`.execute(db);
  return rows.map(({ id }) => id);
}

/** Everything a provider's account knows; a trial is ours, and stays used. */
export async function dropPayments(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Grants, revisions and deliveries go with their orders.
    for (const table of [
      'orders',
      'subscriptions',
      'purchase_attempts',
      'customers',
      'deleted_customers',
      'disputes',
      'stripe_events',
      'spent_keys',
      'billing_incidents',
    ]) {
      await sql`delete from ${sql.table(table)}`.execute(transaction);
    }
    await sql`delete from daily_turns where name in ('billing', 'orders')`.execute(transaction);
  });
}
