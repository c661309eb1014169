import { type RawBuilder, sql } from 'kysely';
import { KeyedSemaphore } from '../keyed-semaphore.ts';
import type { Db } from './pool.ts';
import { currentBudget, TimeBudget } from './time-budget.ts';
import { withTransactionRetry } from './transaction-retry.ts';

type Sql = RawBuilder<unknown>;

/** Writes to one prompt that may be in the database at once: a part of the pool, enough to keep it busy. */
const MAX_CONCURRENT = 4;

/**
 * What of its time a write still has when its turn comes: one that ran out of it in the database would cost the pool a
 * connection, and those behind it theirs. Milliseconds.
 */
const TIME_TO_WRITE = 500;

/**
 * Runs the writes that change a prompt's counters. Only a few writes to one prompt go to the database at once: there
 * they wait for each other's row anyway, but holding a connection, and a prompt that everybody likes would take all
 * of them.
 */
export class CounterWrites {
  readonly #db: Db;
  readonly #semaphore = new KeyedSemaphore(MAX_CONCURRENT);

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * The wait for its turn is part of what the request may wait for the database.
   * @param write runs one transaction; run again when PostgreSQL ended it in favor of another one
   * @throws HttpProblem 503 when it had to wait too long
   */
  run<Result>(promptId: string, write: (db: Db) => Promise<Result>): Promise<Result> {
    const budget = currentBudget() ?? new TimeBudget();
    const task = () => withTransactionRetry(() => write(this.#db));
    return budget.spend(() => this.#semaphore.run(promptId, Math.max(budget.left - TIME_TO_WRITE, 0), task));
  }
}

/**
 * One statement, so one transaction and one round trip, that changes counters only if a row changed. All writes lock
 * in the same order, first the row of their own, then the prompt's counters, so there are no deadlocks. The counters
 * returned are those after every committed write, also when no row changed: reading them waits for writers, where
 * the statement's own snapshot would show the time before them.
 */
export interface CountedStatement {
  promptId: string;
  /** CTEs, ending with `event`: one row when something happened, none otherwise. */
  event: Sql;
  /** Of `prompt_stats s`, with the columns of `event e` at hand. */
  changes: Sql;
  /** Counters to return, columns of `prompt_stats s`. */
  counters: Sql;
}

/** @returns the prompt's counters as they are now, and whether a row was added, changed or removed */
export async function runCounted<Row>(
  db: Db,
  { promptId, event, changes, counters }: CountedStatement,
): Promise<Row & { isChanged: boolean }> {
  const { rows } = await sql<Row & { isChanged: boolean }>`
    with ${event},
    changed as (update prompt_stats s set ${changes} from event e where s.prompt_id = ${promptId} returning ${counters}),
    kept as (select ${counters} from prompt_stats s
      where s.prompt_id = ${promptId} and not exists (select from event) for share)
    select *, true as "isChanged" from changed union all select *, false from kept`.execute(db);
  const [row] = rows;
  // A prompt and its counters come and go together, and no prompt is ever removed (retired ones stay).
  if (row === undefined) throw new Error('a prompt without counters');
  return row;
}
