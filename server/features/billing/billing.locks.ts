import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/core/database/pool.ts';
import { unavailable } from '#server/core/http/problems.ts';
import { Queues } from '#server/core/queues.ts';
import { tryLockMember, unlockMember } from './billing-lock.queries.ts';

/** Connections that may wait for the provider at once, at most. */
const AT_ONCE = 3;

/** Connections of the pool that are left to everybody else (config.ts asks for enough). */
const FOR_OTHERS = 2;

/** For a place, and for another process that has the same member. Milliseconds. */
const PATIENCE = 15_000;

/** Between attempts to get a lock another process has. Milliseconds. */
const AGAIN_AFTER = 60;

const BUSY = Symbol('busy');

/**
 * One change of a member's payments at a time, on all nodes. What a change is decided by is read from the provider
 * while the lock is held, and written on the connection that holds it: a connection that is lost takes the lock along,
 * and then cannot write either. The lock belongs to the connection and not to a transaction, which PostgreSQL would
 * end while it idles.
 */
export class MemberLocks {
  readonly #db: Db;
  readonly #members = new Queues(1);
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param connections how many `db` has */
  constructor(db: Db, connections: number) {
    this.#db = db;
    this.#free = Math.max(1, Math.min(AT_ONCE, connections - FOR_OTHERS));
  }

  /** @throws HttpProblem 503 when its turn did not come in time */
  run<Result>(memberId: string, work: (connection: Db) => Promise<Result>): Promise<Result> {
    // Those of this process wait here, without a connection in hand.
    return this.#members.run(memberId, () => this.#lock(memberId, work));
  }

  async #lock<Result>(memberId: string, work: (connection: Db) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      await this.#takePlace(deadline);
      const result = await this.#attempt(memberId, work).finally(() => this.#givePlace());
      if (result !== BUSY) return result;
      if (performance.now() > deadline) throw tooBusy();
      await sleep(AGAIN_AFTER);
    }
  }

  #attempt<Result>(
    memberId: string,
    work: (connection: Db) => Promise<Result>,
  ): Promise<Result | typeof BUSY> {
    return this.#db.connection().execute(async (connection) => {
      if (!(await tryLockMember(connection, memberId))) return BUSY;
      try {
        return await work(connection);
      } finally {
        // On a connection that is lost this fails, and the lock is gone with it.
        await unlockMember(connection, memberId).catch(() => undefined);
      }
    });
  }

  async #takePlace(deadline: number): Promise<void> {
    while (this.#free === 0) {
      if (performance.now() > deadline) throw tooBusy();
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, deadline - performance.now() + 1);
      this.#waiting.add(resolve);
      await promise;
      clearTimeout(timer);
      this.#waiting.delete(resolve);
    }
    this.#free -= 1;
  }

  #givePlace(): void {
    this.#free += 1;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next();
  }
}

const tooBusy = () => unavailable('Too many payments are under way at once. Please try again.');
