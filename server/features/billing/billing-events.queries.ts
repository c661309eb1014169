import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** A purchase under way. */
export interface Attempt {
  id: string;
  priceId: string;
  subscriptionId: string | null;
  ageSeconds: number;
}

export async function findOpenAttempt(db: Db, memberId: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    select id, price_id as "priceId", subscription_id as "subscriptionId",
      extract(epoch from now() - created_at)::float8 as "ageSeconds"
    from purchase_attempts where user_id = ${memberId} and is_open`.execute(db);
  return rows[0];
}

export async function addAttempt(
  db: Db,
  { id, memberId, priceId }: { id: string; memberId: string; priceId: string },
): Promise<void> {
  await sql`insert into purchase_attempts (id, user_id, price_id)
    values (${id}, ${memberId}, ${priceId})`.execute(db);
}

export async function setAttemptSubscription(db: Db, id: string, subscriptionId: string): Promise<void> {
  await sql`update purchase_attempts set subscription_id = ${subscriptionId} where id = ${id}`.execute(db);
}

export async function closeAttempts(db: Db, memberId: string): Promise<void> {
  await sql`update purchase_attempts set is_open = false where user_id = ${memberId} and is_open`.execute(db);
}

export async function hasEvent(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql`select from stripe_events where event_id = ${eventId}`.execute(db);
  return rows.length > 0;
}

/** In the transaction that did what it is about. */
export async function addEvent(db: Db, eventId: string): Promise<void> {
  await sql`insert into stripe_events (event_id) values (${eventId}) on conflict do nothing`.execute(db);
}

/** How often the key of this name was used up. */
export async function countSpent(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ times: number }>`select times from spent_keys where name = ${name}`.execute(
    db,
  );
  return rows[0]?.times ?? 0;
}

export async function spendKey(db: Db, name: string): Promise<void> {
  await sql`insert into spent_keys (name, times) values (${name}, 1)
    on conflict (name) do update set times = spent_keys.times + 1, spent_at = now()`.execute(db);
}

/** The provider repeats a note for three days at most, and an answer for some more. @returns how many notes were forgotten */
export async function sweepEvents(db: Db): Promise<number> {
  await sql`delete from spent_keys where spent_at < now() - interval '60 days'`.execute(db);
  const { numAffectedRows } = await sql`
    delete from stripe_events where received_at < now() - interval '60 days'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** @returns whether it was not known, or not like this */
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

/** Of these subscriptions, those whose money is wanted back. */
export async function findSuspended(db: Db, subscriptionIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subscription_id: string }>`
    select distinct subscription_id from disputes
    where is_suspending and subscription_id = any(${[...subscriptionIds]})`.execute(db);
  return new Set(rows.map((row) => row.subscription_id));
}
