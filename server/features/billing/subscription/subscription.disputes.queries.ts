import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** @returns whether it was unknown, or had another status */
export async function setDispute(
  db: Db,
  dispute: { id: string; subscriptionId: string; status: string; isSuspending: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into disputes (dispute_id, subscription_id, status, is_suspending)
    values (${dispute.id}, ${dispute.subscriptionId}, ${dispute.status}, ${dispute.isSuspending})
    on conflict (dispute_id) do update set status = excluded.status, is_suspending = excluded.is_suspending,
      updated_at = now()
    where disputes.status <> excluded.status`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Those of these subscriptions with a payment that a bank claims, or has taken, back. */
export async function findSuspendedSubscriptions(
  db: Db,
  subscriptionIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ subscription_id: string }>`
    select distinct subscription_id from disputes
    where is_suspending and subscription_id = any(${[...subscriptionIds]})`.execute(db);
  return new Set(rows.map((row) => row.subscription_id));
}
