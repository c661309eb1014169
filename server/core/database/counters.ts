import { type RawBuilder, sql } from 'kysely';
import { Queues } from '../queues.ts';
import { COUNTERS_CHANNEL } from './changes.ts';
import type { Db } from './pool.ts';
import { retried } from './retry.ts';

type Sql = RawBuilder<unknown>;

/** A write that announced itself covers those without an announcement that begin within this. Milliseconds. */
const ANNOUNCED_FOR = 500;

/** Writes to one prompt that may be under way at once: a part of the pool, enough that one follows the other. */
const AT_ONCE = 4;

/** What it covers ends here: each node forgets its visitors' answers once more after it. Milliseconds. */
export const COUNTERS_SETTLE = 1000;

/** What a counted write tells besides its counters. */
export interface Counted {
  /** Whether a row was added, changed or removed, and the counters with it. */
  isMoved: boolean;
}

export type CountedWrite<Result extends Counted> = (db: Db, announcement: Sql) => Promise<Result>;

/**
 * Runs the writes that move counters, and tells every node that visitors' ready answers show old ones.
 *
 * The announcement is part of the write's transaction, so no crash can come between them; but PostgreSQL lets
 * announcing transactions commit only one after the other (measured here: 330 writes a second instead of 2,400).
 * So a write announces only when this node has not done so for half a second, and an announcement means "counters
 * move during the next second". A write that took longer than that says so afterwards.
 *
 * Of the writes to one prompt only a few go to the database at once: there they wait for each other's row all the
 * same, but with a connection in hand, and a prompt that everybody likes would keep all of them.
 */
export class CounterWrites {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #queues = new Queues(AT_ONCE);
  #announcedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * @param write runs one transaction, and selects `announcement` in it where a row moved; run again when
   *   PostgreSQL ended it for another one's sake
   * @throws HttpProblem 503 when its turn did not come in time
   */
  run<Result extends Counted>(promptId: string, write: CountedWrite<Result>): Promise<Result> {
    return this.#queues.run(promptId, () => this.#run(write));
  }

  async #run<Result extends Counted>(write: CountedWrite<Result>): Promise<Result> {
    const startedAt = this.#now();
    const announces = startedAt - this.#announcedAt >= ANNOUNCED_FOR;
    const result = await retried(() => write(this.#db, announces ? ANNOUNCE : SILENT));
    if (!result.isMoved) return result;
    if (announces) this.#announcedAt = Math.max(this.#announcedAt, startedAt);
    else if (this.#now() - this.#announcedAt > COUNTERS_SETTLE) await this.#announce();
    return result;
  }

  async #announce(): Promise<void> {
    // The write itself is done, and its caller must not hear otherwise.
    await sql`select ${ANNOUNCE}`.execute(this.#db).catch(() => undefined);
  }
}

const ANNOUNCE = sql`pg_notify(${sql.lit(COUNTERS_CHANNEL)}, '') is not null`;
const SILENT = sql`false`;

/**
 * One statement, so one transaction and one journey, that moves counters only if a row moved. Everybody locks in the
 * same order, first the row of their own, then the prompt's counters, so nobody waits in a circle. The counters
 * answered are those after every write that is done, also when no row moved: its reading waits for writers, where
 * the statement's own snapshot would show the time before them.
 */
export interface CountedStatement {
  promptId: string;
  /** CTEs, ending with `event`: one row when something happened, none otherwise. */
  event: Sql;
  /** Of `prompt_stats s`, with the columns of `event e` at hand. */
  changes: Sql;
  /** Counters to answer, columns of `prompt_stats s`. */
  counters: Sql;
  announcement: Sql;
}

/** @returns the prompt's counters as they are now */
export async function runCounted<Row>(
  db: Db,
  { promptId, event, changes, counters, announcement }: CountedStatement,
): Promise<Row & Counted> {
  const { rows } = await sql<Row & Counted>`
    with ${event},
    moved as (update prompt_stats s set ${changes} from event e where s.prompt_id = ${promptId} returning ${counters}),
    kept as (select ${counters} from prompt_stats s
      where s.prompt_id = ${promptId} and not exists (select from event) for share)
    select *, true as "isMoved", ${announcement} as announced from moved
    union all select *, false, false from kept`.execute(db);
  const [row] = rows;
  // A prompt and its counters come and go together, and no prompt is ever removed (retired ones stay).
  if (row === undefined) throw new Error('a prompt without counters');
  return row;
}
