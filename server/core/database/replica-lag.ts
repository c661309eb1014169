import pg from 'pg';
import type { Connection } from './pool.ts';

/** Between comparisons with the primary, and how long one may take. Milliseconds. */
const CHECK_INTERVAL = 250;
const CHECK_TIMEOUT = 1000;

/** PostgreSQL's codes of what is no fault of a replica: a write, and a read that its replaying canceled. */
const EXPECTED_ERROR_CODES: readonly unknown[] = ['25006', '40001'];

/** A position in the primary's log, and when it was the newest one. */
interface WalSample {
  position: bigint;
  /** Milliseconds of `performance.now()`. */
  at: number;
}

/**
 * How recent a streaming replica is: what it has replayed, compared with positions of the primary's log that were the
 * newest at known moments of this process. So neither the machines' clocks nor an idle primary matter.
 */
export class ReplicaLag {
  readonly #primary: pg.Pool;
  readonly #replica: pg.Pool;
  readonly #maxLag: number;
  readonly #onChange: (isRecent: boolean, reason: string) => void;
  #samples: WalSample[] = [];
  /** The replica has everything that was committed before then. */
  #recentUntil = Number.NEGATIVE_INFINITY;
  /** What it serves has to be newer than this; nothing is before the first `requireNewer`. */
  #changedAt = Number.POSITIVE_INFINITY;
  #wasRecent = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param options.maxLag milliseconds
   * @param options.onChange called when the replica begins or ceases to be recent enough
   */
  constructor(
    connections: { primary: Connection; replica: Connection },
    options: { maxLag: number; onChange: (isRecent: boolean, reason: string) => void },
  ) {
    this.#primary = probePool(connections.primary);
    this.#replica = probePool(connections.replica);
    this.#maxLag = options.maxLag;
    this.#onChange = options.onChange;
    this.#check('not compared yet');
  }

  isRecent(): boolean {
    return performance.now() - this.#recentUntil <= this.#maxLag && this.#recentUntil > this.#changedAt;
  }

  /** The library has changed, or the tables: from now on only a replica that has everything of this moment will do. */
  requireNewer(): void {
    this.#changedAt = performance.now();
  }

  noteFailure(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!EXPECTED_ERROR_CODES.includes(code)) this.#recentUntil = Number.NEGATIVE_INFINITY;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all([this.#primary.end(), this.#replica.end()]);
  }

  /** Again and again until it is closed. */
  #check(reason: string): void {
    const isRecent = this.isRecent();
    if (isRecent !== this.#wasRecent) this.#onChange(isRecent, reason);
    this.#wasRecent = isRecent;
    this.#timer = setTimeout(() => {
      this.#compare().then(
        (outcome) => this.#timer && this.#check(outcome),
        (error: unknown) => this.#timer && this.#check(String(error)),
      );
    }, CHECK_INTERVAL);
  }

  async #compare(): Promise<string> {
    const at = performance.now();
    const [newest, replayed] = await Promise.all([
      positionOf(this.#primary, 'pg_current_wal_lsn()'),
      positionOf(this.#replica, 'pg_last_wal_replay_lsn()'),
    ]);
    if (newest === undefined) return 'DATABASE_URL is no primary';
    if (replayed === undefined) return 'DATABASE_REPLICA_URL is no replica';
    this.#samples.push({ position: newest, at });
    const replayedIndex = this.#samples.findLastIndex(({ position }) => position <= replayed);
    const sample = this.#samples[replayedIndex];
    this.#recentUntil = sample?.at ?? Number.NEGATIVE_INFINITY;
    const oldest = at - 2 * this.#maxLag;
    this.#samples = this.#samples.slice(Math.max(replayedIndex, 0)).filter((sample) => sample.at >= oldest);
    return sample ? 'it has caught up' : 'it is behind';
  }
}

/** Connections of its own: those of requests may all be in use, which says nothing about lag. */
function probePool(connection: Connection): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: CHECK_TIMEOUT,
    idleTimeoutMillis: 0,
    query_timeout: CHECK_TIMEOUT,
    application_name: 'promptarium-replica-lag',
  });
  // The next comparison tells.
  pool.on('error', () => undefined);
  return pool;
}

/** Undefined on a server of the other kind: each function answers on one only. */
async function positionOf(pool: pg.Pool, newest: string): Promise<bigint | undefined> {
  const isPrimary = newest.startsWith('pg_current');
  const { rows } = await pool.query<{ position: string | null }>(
    `select case when pg_is_in_recovery() = ${!isPrimary} then ${newest} end::text as position`,
  );
  const [high = '', low = ''] = rows[0]?.position?.split('/') ?? [];
  return high === '' ? undefined : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
