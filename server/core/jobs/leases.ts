import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/pool.ts';
import { withTransactionRetry } from '../database/transaction-retry.ts';
import { unavailable } from '../http/errors/problems.ts';
import { KeyedSemaphore } from '../keyed-semaphore.ts';

export interface LeaseOptions {
  /** How long a lease outlives its last renewal. Milliseconds. */
  ttl: number;
  /** How long a caller waits for a lease, counted from its call. Milliseconds. */
  waitLimit: number;
}

const DEFAULTS: LeaseOptions = { ttl: 30_000, waitLimit: 4000 };

/** Between attempts to get a lease another process holds: doubled each time, with jitter. Milliseconds. */
const MIN_RETRY_DELAY = 25;
const MAX_RETRY_DELAY = 300;

/** For people who look into the table. */
const HOLDER = `${hostname()}:${process.pid}`;

/**
 * The right of one process to do one thing, kept as a row, so that no connection is held in the meantime. It ends when its
 * holder stops renewing it; the fencing token then keeps a holder that is late from writing
 * (docs/decisions/0013-payment-leases.md).
 */
export class Lease {
  readonly #db: Db;
  readonly #name: string;
  readonly #token: string;

  constructor(db: Db, name: string, token: string) {
    this.#db = db;
    this.#name = name;
    this.#token = token;
  }

  /**
   * One transaction that commits only while the lease has not passed to another holder. The lease's row stays locked
   * until then, so nobody can take it over in between, and the next holder reads what was written here.
   * @param work may be run twice, as with `withTransactionRetry`
   * @throws HttpProblem 503 when another holder has taken the lease
   */
  async write<Result>(work: (transaction: Db) => Promise<Result>): Promise<Result> {
    return await withTransactionRetry(() =>
      this.#db.transaction().execute(async (transaction) => {
        const { rows } = await sql`
          select from leases where ${this.#isOurs()} for update`.execute(transaction);
        if (rows.length === 0) throw lostLease();
        return await work(transaction);
      }),
    );
  }

  async renew(ttl: number): Promise<void> {
    await sql`update leases set expires_at = ${expiry(ttl)} where ${this.#isOurs()}`.execute(this.#db);
  }

  async release(): Promise<void> {
    await sql`delete from leases where ${this.#isOurs()}`.execute(this.#db);
  }

  #isOurs() {
    return sql`name = ${this.#name} and fencing_token = ${this.#token}::bigint`;
  }
}

/** Leases by name, on all processes of one database. */
export class Leases {
  readonly #db: Db;
  readonly #options: LeaseOptions;
  readonly #local: KeyedSemaphore;
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(db: Db, options: Partial<LeaseOptions> = {}) {
    this.#db = db;
    this.#options = { ...DEFAULTS, ...options };
    this.#local = new KeyedSemaphore(1);
  }

  /** @throws HttpProblem 503 when the lease did not become free within the limit, or was lost before a write */
  async run<Result>(name: string, work: (lease: Lease) => Promise<Result>): Promise<Result> {
    const { waitLimit } = this.#options;
    const deadline = performance.now() + waitLimit;
    // Callers of this process wait in memory, one at a time in the database.
    return await this.#local.run(name, waitLimit, async () =>
      this.#hold(await this.#acquire(name, deadline), work),
    );
  }

  /**
   * As run; callers with the same purpose that still wait for the lease share one run of the work, which begins after
   * all of them have called.
   */
  runShared<Result>(name: string, purpose: string, work: (lease: Lease) => Promise<Result>): Promise<Result> {
    const key = `${name} ${purpose}`;
    // The purpose says what the work is, and so what it returns.
    const waiting = this.#shared.get(key) as Promise<Result> | undefined;
    if (waiting !== undefined) return waiting;
    const forget = () => {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    };
    const shared = this.run(name, (lease) => {
      forget();
      return work(lease);
    }).finally(forget);
    this.#shared.set(key, shared);
    return shared;
  }

  /** @returns undefined at once while somebody else holds the lease */
  async tryRun<Result>(name: string, work: (lease: Lease) => Promise<Result>): Promise<Result | undefined> {
    const lease = await this.#tryAcquire(name);
    return lease === undefined ? undefined : await this.#hold(lease, work);
  }

  async #acquire(name: string, deadline: number): Promise<Lease> {
    for (let pause = MIN_RETRY_DELAY; ; pause = Math.min(2 * pause, MAX_RETRY_DELAY)) {
      const lease = await this.#tryAcquire(name);
      if (lease !== undefined) return lease;
      const left = deadline - performance.now();
      if (left <= 0) throw unavailable('Another change is still in progress. Please try again.');
      await sleep(Math.min(left, pause * (0.5 + Math.random())));
    }
  }

  async #tryAcquire(name: string): Promise<Lease | undefined> {
    const expiresAt = expiry(this.#options.ttl);
    const { rows } = await sql<{ token: string }>`
      insert into leases (name, holder, fencing_token, expires_at)
      values (${name}, ${HOLDER}, nextval('lease_fencing_tokens'), ${expiresAt})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at,
        fencing_token = nextval('lease_fencing_tokens')
      where leases.expires_at < now() returning fencing_token::text as token`.execute(this.#db);
    return rows[0] && new Lease(this.#db, name, rows[0].token);
  }

  async #hold<Result>(lease: Lease, work: (lease: Lease) => Promise<Result>): Promise<Result> {
    const { ttl } = this.#options;
    // A renewal that fails is made up for by the next, or another holder takes the lease.
    const renewal = setInterval(() => void lease.renew(ttl).catch(() => undefined), ttl / 3).unref();
    try {
      return await work(lease);
    } finally {
      clearInterval(renewal);
      // Without a response of the database the lease expires.
      await lease.release().catch(() => undefined);
    }
  }
}

/** Rows of processes that ended while they held one. */
export async function deleteExpiredLeases(db: Db): Promise<void> {
  await sql`delete from leases where expires_at < now() - interval '1 day'`.execute(db);
}

const expiry = (ttl: number) => sql`now() + ${ttl} * interval '1 millisecond'`;

const lostLease = () =>
  unavailable('This took too long, and another change was made in the meantime. Please try again.');
