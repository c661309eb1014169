import type { FastifyInstance } from 'fastify';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { withTimeout } from '../with-timeout.ts';
import { currentBudget } from './time-budget.ts';

/** A replica that does not answer must leave the primary time to. Milliseconds. */
const REPLICA_TIMEOUT = 1000;

/** A copy of the database that may be behind. */
export interface ReadReplica {
  clients: PostgresPool;
  /** Whether it has everything that a read of this moment has to show. */
  isRecent(): boolean;
  /** Called when it failed to answer and the primary did instead. */
  onFailure(error: unknown): void;
}

/**
 * The primary's pool, with what may be a little old read from the replica: single statements of requests whose budget
 * says so. Transactions are the primary's, and so is whatever the replica does not answer, or refuses to write.
 */
export function routeReads(primary: PostgresPool, replica: ReadReplica): PostgresPool {
  return {
    options: primary.options,
    async connect() {
      const isForReplica = currentBudget()?.mayReadReplica === true && replica.isRecent();
      return isForReplica ? new RoutedClient(primary, replica) : await primary.connect();
    },
    end: async () => undefined,
  };
}

/** Decides by its first statement, which Kysely sends when it has the client. */
class RoutedClient {
  readonly #primary: PostgresPool;
  readonly #replica: ReadReplica;
  #chosen: PostgresPoolClient | undefined;

  constructor(primary: PostgresPool, replica: ReadReplica) {
    this.#primary = primary;
    this.#replica = replica;
  }

  // The other overload is for cursors, which Kysely uses only when it is given a cursor class.
  query = (async (text: string, values: ReadonlyArray<unknown>) => {
    if (this.#chosen === undefined && !/^\s*(?:begin|start)\b/i.test(text)) {
      try {
        return await withTimeout(this.#queryReplica(text, values), REPLICA_TIMEOUT, () => {
          throw new Error('the replica did not answer in time');
        });
      } catch (error) {
        this.#replica.onFailure(error);
      }
    }
    this.#chosen ??= await this.#primary.connect();
    return await this.#chosen.query(text, values);
  }) as PostgresPoolClient['query'];

  /** Back in its pool after each statement. One that fails is discarded: nobody waits for it a second time. */
  async #queryReplica(text: string, values: ReadonlyArray<unknown>) {
    const client = await this.#replica.clients.connect();
    let hasAnswered = false;
    try {
      const result = await client.query(text, values);
      hasAnswered = true;
      return result;
    } finally {
      client.release(!hasAnswered);
    }
  }

  release(discard?: boolean): void {
    this.#chosen?.release(discard);
  }
}

/**
 * Lets visitors' pages, lists and searches come from the replica: the routes whose responses may be kept for others.
 * Members see what they wrote, so theirs come from the primary. Register it after the hook that sets the viewer.
 */
export function installReplicaReads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, timeBudget, viewer, routeOptions } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && timeBudget && viewer.kind === 'visitor' && routeOptions.config.isCacheable) {
      timeBudget.mayReadReplica = true;
    }
    done();
  });
}
