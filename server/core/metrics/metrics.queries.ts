import { sql } from 'kysely';
import type { Db } from '../database/pool.ts';

/** Jobs that run once a day on one of all processes, and how long ago each was done last. Days, 0 for today (UTC). */
export async function readDailyJobs(db: Db): Promise<{ job: string; days: number }[]> {
  const { rows } = await sql<{ job: string; days: number }>`
    select name as job, (now() at time zone 'utc')::date - done_on as days from daily_turns
    where done_on is not null order by name`.execute(db);
  return rows;
}
