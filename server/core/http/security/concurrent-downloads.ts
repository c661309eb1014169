import { HttpProblem } from '../errors/problems.ts';

/** Seconds; most downloads have ended by then. */
const RETRY_AFTER = 10;

/**
 * How many downloads one member may have open at once: each keeps what it read in memory while the client does not
 * read. More are refused and not queued, because those before them may never be read. Per process, like the other
 * limits.
 */
export class ConcurrentDownloads {
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * @returns releases the slot; may be called repeatedly
   * @throws HttpProblem 429 when all are taken
   */
  acquire(memberId: string): () => void {
    const open = this.#open.get(memberId) ?? 0;
    if (open >= this.#limit) {
      const message = `${this.#limit} downloads are already running. Wait for one to finish, then try again.`;
      throw new HttpProblem(429, message, { 'retry-after': String(RETRY_AFTER) });
    }
    this.#open.set(memberId, open + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#open.get(memberId) ?? 1) - 1;
      if (left === 0) this.#open.delete(memberId);
      else this.#open.set(memberId, left);
    };
  }
}
