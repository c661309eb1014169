import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { withTimeout } from '../with-timeout.ts';
import { isOutdatedPlan, type PreparedStatements } from './prepared-statements.ts';
import { currentBudget, TimeBudget } from './time-budget.ts';

/**
 * Outside a request, waiting for a free connection and for the response to a query take no longer together; a request
 * has a budget for all its waits. Milliseconds.
 */
const DATABASE_TIMEOUT = 3000;

/** The driver's own words. */
const QUERY_TIMEOUT = 'Query read timeout';

/**
 * The pool as Kysely sees it: a client whose server did not respond in time is discarded. Back in the pool, it would
 * make the next caller wait for the same server. `statement_timeout` does not help, because the server enforces it.
 * All waits of one request end with its budget. Not for the pool's other users: migrations may take long.
 */
export function withQueryTimeout(pool: pg.Pool, statements: PreparedStatements | undefined): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const budget = currentBudget();
      if (budget !== undefined) {
        const client = await budget.spend(() => connectWithin(pool, budget.left));
        return watch(client, budget, statements);
      }
      const ofCheckout = new TimeBudget(DATABASE_TIMEOUT);
      const client = await ofCheckout.spend(() => pool.connect());
      return watch(client, { left: ofCheckout.left, spend: (wait) => wait() }, statements);
    },
    end: async () => undefined,
  };
}

/** @throws Error with the pool's own message when no client is free in time; one that comes later goes back */
async function connectWithin(pool: pg.Pool, milliseconds: number): Promise<pg.PoolClient> {
  const late = () => new Error('timeout exceeded when trying to connect');
  if (milliseconds <= 0) throw late();
  const connecting = pool.connect();
  return await withTimeout(connecting, milliseconds, () => {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw late();
  });
}

/** @param budget whose time is `left` for the response to a query */
function watch(
  client: pg.PoolClient,
  budget: Pick<TimeBudget, 'left' | 'spend'>,
  statements: PreparedStatements | undefined,
): PostgresPoolClient {
  let hasTimedOut = false;
  async function query<R>(text: string, values: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const timeout = Math.ceil(budget.left);
    try {
      // The driver takes 0 for no limit.
      if (timeout <= 0) throw new Error(QUERY_TIMEOUT);
      const name = statements?.nameOf(text);
      const config = { ...(name && { name }), text, values: [...values], query_timeout: timeout };
      const result = await budget.spend(() => client.query(config));
      // Kysely's own types of rows and commands, which the driver does not have.
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      hasTimedOut ||= error instanceof Error && error.message === QUERY_TIMEOUT;
      if (!isOutdatedPlan(error)) throw error;
      statements?.forgetAll();
      // Inside a transaction nothing can be repeated here: PostgreSQL has aborted it.
      if (client.getTransactionStatus() !== 'I') throw error;
      return await query(text, values);
    }
  }
  return {
    // The other overload is for cursors, which Kysely uses only when it is given a cursor class.
    query: query as PostgresPoolClient['query'],
    release: (discard) => client.release(discard || hasTimedOut),
  };
}
