import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';
import { emptySketch, estimateCount, mergeSketches } from './analytics.hyperloglog.ts';

/** The salt all processes share on that day, and what was counted until now. */
export async function openSketch(db: Db, day: string): Promise<{ salt: Buffer; registers: Buffer }> {
  await sql`insert into visitor_sketches (day, salt, registers)
    values (${day}::date, uuid_send(gen_random_uuid()), ${emptySketch()}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ salt: Buffer; registers: Buffer }>`
    select salt, registers from visitor_sketches where day = ${day}::date`.execute(db);
  if (rows[0] === undefined) throw new Error('The day is over.');
  return rows[0];
}

/** Adds what this process counted for a day. Where the day is over and its sketch deleted, the stored count stays. */
export async function saveSketch(db: Db, day: string, registers: Buffer): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ registers: Buffer }>`
      select registers from visitor_sketches where day = ${day}::date for update`.execute(transaction);
    if (rows[0] === undefined) return;
    const merged = mergeSketches(rows[0].registers, registers);
    await sql`update visitor_sketches set registers = ${merged} where day = ${day}::date`.execute(
      transaction,
    );
    await sql`insert into daily_figures (day, visitors) values (${day}::date, ${estimateCount(merged)})
      on conflict (day) do update set visitors = excluded.visitors`.execute(transaction);
  });
}

/** Yesterday's is kept for as long as a process may still have something to add to it. */
export async function deleteOldSketches(db: Db): Promise<void> {
  await sql`delete from visitor_sketches
    where day < ((now() - interval '10 minutes') at time zone 'UTC')::date`.execute(db);
}

export async function addSearches(
  db: Db,
  day: string,
  { searches, empty }: { searches: number; empty: number },
): Promise<void> {
  await sql`insert into daily_figures (day, searches, empty_searches)
    values (${day}::date, ${searches}, ${empty})
    on conflict (day) do update set searches = daily_figures.searches + excluded.searches,
      empty_searches = daily_figures.empty_searches + excluded.empty_searches`.execute(db);
}

/** What today's plans pay a month. */
export async function saveRevenue(db: Db): Promise<void> {
  await sql`insert into daily_figures (day, paying, monthly_revenue_cents)
    select (now() at time zone 'UTC')::date, count(*), coalesce(sum(amount_cents), 0) from subscriptions
    where is_entitled and (entitled_until is null or entitled_until > now())
    on conflict (day) do update set paying = excluded.paying,
      monthly_revenue_cents = excluded.monthly_revenue_cents`.execute(db);
}
