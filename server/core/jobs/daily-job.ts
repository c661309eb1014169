import { sql } from 'kysely';
import type { Db } from '../database/pool.ts';
import { Leases } from './leases.ts';

/** A process that ends in the middle leaves the job to the next after this. Milliseconds. */
const TTL = 300_000;

const TODAY = sql`(now() at time zone 'utc')::date`;

/**
 * Runs a job once a day (UTC) on one of all processes. Only a job that ended without an error is done; the next caller
 * repeats any other, so the work must be repeatable. The table's name, `daily_turns`, is from before leases.
 * @returns undefined when it was done today, or another process is running it
 */
export async function runDaily<Result>(
  db: Db,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await new Leases(db, { ttl: TTL }).tryRun(`daily ${name}`, async (lease) => {
    const done = await sql`select from daily_turns where name = ${name} and done_on >= ${TODAY}`.execute(db);
    if (done.rows.length > 0) return undefined;
    const result = await work();
    await lease.write((transaction) =>
      sql`insert into daily_turns (name, done_on) values (${name}, ${TODAY})
        on conflict (name) do update set done_on = excluded.done_on`.execute(transaction),
    );
    return result;
  });
}
