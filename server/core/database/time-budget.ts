import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/** What one request may spend waiting for the database: for connections, locks and responses together. Milliseconds. */
const REQUEST_BUDGET = 3000;

/** Counts the time in which at least one wait is under way, so that waits at the same time count once. */
export class TimeBudget {
  /** Whether what it reads may be some seconds old, and so come from a replica. */
  mayReadReplica = false;
  readonly #now: () => number;
  readonly #milliseconds: number;
  #spent = 0;
  #waits = 0;
  #since = 0;

  constructor(milliseconds = REQUEST_BUDGET, now: () => number = () => performance.now()) {
    this.#milliseconds = milliseconds;
    this.#now = now;
  }

  /** Milliseconds; 0 or less when nothing is left. */
  get left(): number {
    const current = this.#waits > 0 ? this.#now() - this.#since : 0;
    return this.#milliseconds - this.#spent - current;
  }

  async spend<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#waits === 0) this.#since = this.#now();
    this.#waits += 1;
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#spent += this.#now() - this.#since;
    }
  }
}

const budgets = new AsyncLocalStorage<TimeBudget>();

/** Of the request in whose course this is called; undefined for jobs and commands. */
export const currentBudget = () => budgets.getStore();

/** For work that goes on after the response has begun, piece by piece: each piece may take as long as a request. */
export function withNewBudget<Result>(work: () => Result): Result {
  return budgets.run(new TimeBudget(), work);
}

declare module 'fastify' {
  interface FastifyRequest {
    timeBudget: TimeBudget | undefined;
  }
}

/**
 * Gives every request its budget. What a page asks of the API in this process spends the page's own. Register it
 * before all hooks that query the database, and after the hook that recognizes internal calls.
 * @param budget milliseconds
 */
export function installTimeBudgets(app: FastifyInstance, budget = REQUEST_BUDGET): void {
  app.decorateRequest('timeBudget', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const outer = request.internalCall === undefined ? undefined : currentBudget();
    request.timeBudget = outer ?? new TimeBudget(budget);
    budgets.run(request.timeBudget, done);
  });
  // A body arrives in the course of its connection, not of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.timeBudget === undefined) done();
    else budgets.run(request.timeBudget, done);
  });
}
