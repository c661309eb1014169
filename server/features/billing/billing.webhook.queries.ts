import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

export async function hasEvent(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql`select from stripe_events where event_id = ${eventId}`.execute(db);
  return rows.length > 0;
}

export async function addEvent(db: Db, eventId: string): Promise<void> {
  await sql`insert into stripe_events (event_id) values (${eventId}) on conflict do nothing`.execute(db);
}

/** When the last event was handled; null before the first. */
export async function findLastEventTime(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(received_at) as at from stripe_events`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** The provider repeats an event for three days at most. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await sql`delete from stripe_events where received_at < now() - interval '60 days'`.execute(db);
}
