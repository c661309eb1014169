import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database/pool.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where no database is. */
    jobHealth?: JobHealth;
  }
}

const REASON_CHARACTERS = 200;

/** Remembers which jobs fail, for staff: the log says it too, but nobody may be reading. */
export class JobHealth {
  readonly #db: Db;
  /** Jobs whose last run in this process succeeded. */
  readonly #succeeded = new Set<string>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** @param failure of its last run; undefined when it succeeded */
  async set(name: string, failure: string | undefined): Promise<void> {
    if (failure === undefined) {
      if (this.#succeeded.has(name)) return;
      await sql`delete from job_failures where name = ${name}`.execute(this.#db);
      this.#succeeded.add(name);
      return;
    }
    this.#succeeded.delete(name);
    await sql`insert into job_failures (name, reason) values (${name}, ${failure.slice(0, REASON_CHARACTERS)})
      on conflict (name) do update set times = job_failures.times + 1, last_at = now(), reason = excluded.reason`.execute(
      this.#db,
    );
  }
}

export function installJobHealth(app: FastifyInstance, db: Db): void {
  app.decorate('jobHealth', new JobHealth(db));
}

export interface JobState {
  name: string;
  /** Null when all is well. */
  problem: string | null;
  /** Of a job that fails. */
  since: Date | null;
  /** Of a daily job: the day (UTC) it was last done. */
  doneOn: string | null;
}

/** Daily jobs, and those that failed within the last day: who wrote an older line is gone. */
export async function findJobStates(db: Db): Promise<JobState[]> {
  const { rows } = await sql<JobState>`
    select name, case times when 1 then 'failed once: ' else format('failed %s times: ', times) end || reason as problem,
      first_at as since, null as "doneOn" from job_failures
    where last_at > now() - interval '1 day'
    union all
    select name || ' (daily)', case when done_on < (now() at time zone 'UTC')::date - 1 then 'is overdue' end,
      null, to_char(done_on, 'YYYY-MM-DD')
    from daily_turns where done_on is not null
    order by 2 nulls last, 1`.execute(db);
  return rows;
}
