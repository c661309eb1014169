import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from '#server/core/database/pool.ts';

const WINDOW_SECONDS = 60;

/** Clients tracked at once; above that the oldest is dropped, which only gives it a new window. */
const MAX_CLIENTS = 50_000;

/** Between two looks at what has to be shared. Milliseconds. */
const SHARE_INTERVAL = 25;

/** What a process may keep to itself, as a share of the limit: most clients never come to it, and cost no query. */
const UNSHARED = 0.05;

/** What is left to a client after this request. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Whole seconds until the count resets, at least 1. */
  resetSeconds: number;
  isExceeded: boolean;
}

/**
 * Makes the limiters of this process. With a database, all processes that have it count together: each counts in
 * memory, and what a client has used of a limit goes to a table and comes back as everybody's sum.
 */
export class RateLimits {
  readonly #db: Db | undefined;
  readonly #limiters: RateLimiter[] = [];
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(db?: Db, onFailure: (error: unknown) => void = () => undefined) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  /** @param name the same in all processes */
  limiter(name: string, limit: number, seconds = WINDOW_SECONDS): RateLimiter {
    const limiter = new RateLimiter({ name, limit, seconds, db: this.#db });
    this.#limiters.push(limiter);
    if (this.#db !== undefined) this.#timer ??= setTimeout(() => void this.#share(), SHARE_INTERVAL).unref();
    return limiter;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #share(): Promise<void> {
    await Promise.all(this.#limiters.map((limiter) => limiter.share())).catch(this.#onFailure);
    this.#timer?.refresh();
  }
}

/** Counts requests by address, or by any other key of a client, in fixed windows. */
export class RateLimiter {
  readonly limit: number;
  readonly #seconds: number;
  readonly #own: RateLimiterMemory;
  readonly #shared: RateLimiterPostgres | undefined;
  readonly #clients = new Set<string>();
  /** Counted here since the last time it was shared. */
  readonly #unshared = new Map<string, number>();

  /** @param options.db undefined for the counts of this process alone */
  constructor(options: { name: string; limit: number; seconds?: number; db?: Db | undefined }) {
    const { name, limit, seconds = WINDOW_SECONDS, db } = options;
    this.limit = limit;
    this.#seconds = seconds;
    this.#own = new RateLimiterMemory({ points: limit, duration: seconds });
    this.#shared = db && sharedCounts(db, { keyPrefix: name, points: limit, duration: seconds });
  }

  /** @param units what it counts as */
  async count(key: string, units = 1): Promise<Allowance> {
    // Not `consume`, which rejects what is too much: the callers decide, and some count afterwards.
    const counted = await this.#own.penalty(key, units);
    if (counted.isFirstInDuration) {
      this.#unshared.delete(key);
      this.#track(key);
    }
    if (this.#shared && counted.consumedPoints - units <= this.limit) {
      this.#unshared.set(key, (this.#unshared.get(key) ?? 0) + units);
    }
    return this.#allowance(counted);
  }

  /** The current count without adding to it, for callers that count only failures. */
  async peek(key: string): Promise<Allowance> {
    const counted = await this.#own.get(key);
    return this.#allowance(counted ?? { consumedPoints: 0, msBeforeNext: this.#seconds * 1000 });
  }

  /** Adds what was counted here to everybody's counts, and goes on from their sum. */
  async share(): Promise<void> {
    const shared = this.#shared;
    if (shared === undefined || this.#unshared.size === 0) return;
    const due = [...this.#unshared].filter(([, units]) => units >= this.limit * UNSHARED);
    await Promise.all(
      due.map(async ([key, units]) => {
        this.#unshared.delete(key);
        const sum = await shared.penalty(opaque(key), units).catch((error: unknown) => {
          this.#unshared.set(key, units + (this.#unshared.get(key) ?? 0));
          throw error;
        });
        const since = this.#unshared.get(key) ?? 0;
        await this.#own.set(key, sum.consumedPoints + since, sum.msBeforeNext / 1000);
      }),
    );
  }

  #allowance({ consumedPoints, msBeforeNext }: { consumedPoints: number; msBeforeNext: number }): Allowance {
    return {
      limit: this.limit,
      remaining: Math.max(0, this.limit - consumedPoints),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isExceeded: consumedPoints > this.limit,
    };
  }

  /** In the order of their first request; the limiter itself would keep any number. */
  #track(key: string): void {
    this.#clients.delete(key);
    this.#clients.add(key);
    if (this.#clients.size <= MAX_CLIENTS) return;
    for (const oldest of this.#clients) {
      this.#clients.delete(oldest);
      void this.#own.delete(oldest);
      return;
    }
  }
}

/** Our own connections instead of a client of the limiter's: with bounded waits, and named statements where they may be. */
function sharedCounts(
  db: Db,
  options: { keyPrefix: string; points: number; duration: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...options,
    storeType: 'client',
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        db.executeQuery(CompiledQuery.raw(text, values)),
    },
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
  });
}

/** The table does not contain addresses or members' ids. */
const opaque = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);
