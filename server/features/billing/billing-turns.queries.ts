import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** How long a turn is held without being renewed. */
const HELD = sql`now() + interval '5 minutes'`;

const TODAY = sql`(now() at time zone 'utc')::date`;

/** @returns whether it is ours: not done today, and nobody is at it */
export async function takeTurn(db: Db, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into daily_turns (name, taken_until) values (${name}, ${HELD})
    on conflict (name) do update set taken_until = excluded.taken_until
    where (daily_turns.done_on is null or daily_turns.done_on < ${TODAY})
      and (daily_turns.taken_until is null or daily_turns.taken_until < now())`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function renewTurn(db: Db, name: string): Promise<void> {
  await sql`update daily_turns set taken_until = ${HELD} where name = ${name}`.execute(db);
}

/** It is done for today. */
export async function endTurn(db: Db, name: string): Promise<void> {
  await sql`update daily_turns set taken_until = null, done_on = ${TODAY} where name = ${name}`.execute(db);
}

/** It is not done: whoever asks next may take it. */
export async function dropTurn(db: Db, name: string): Promise<void> {
  await sql`update daily_turns set taken_until = null where name = ${name}`.execute(db);
}
