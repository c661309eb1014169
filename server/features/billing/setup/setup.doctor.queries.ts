import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

export interface BillingActivity {
  /** When the last webhook event arrived. */
  lastEventAt: Date | null;
  /** The last day everybody was compared with the provider. */
  comparedOn: Date | null;
  /** Whether anybody pays: without, there is nothing to hear of. */
  hasSubscriptions: boolean;
}

export async function readBillingActivity(db: Db): Promise<BillingActivity> {
  const { rows } = await sql<BillingActivity>`
    select (select max(received_at) from stripe_events) as "lastEventAt",
      (select done_on::timestamptz from daily_turns where name = 'billing') as "comparedOn",
      exists (select from subscriptions where is_entitled) as "hasSubscriptions"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A select without a table has one row.');
  return row;
}

/** Whether the database has been migrated: the first start does it. */
export async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('billing_incidents') is not null as has`.execute(db);
  return rows[0]?.has === true;
}
