import { HttpProblem } from './problems.ts';

/** Seconds until asking again has a chance: most files are over sooner. */
const AGAIN_AFTER = 10;

/**
 * How many downloads one member may have open at once: each keeps what it read in memory for as long as the other end
 * does not take it. Beyond that they are refused and not queued, because those ahead may never be read. Per process,
 * like the other limits.
 */
export class OpenDownloads {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @returns gives the place back; may be called again
   * @throws HttpProblem 429 when all are taken
   */
  take(memberId: string): () => void {
    const open = this.#open.get(memberId) ?? 0;
    if (open >= this.#most) {
      const words = `${this.#most} downloads are open already. Please let one end, then try again.`;
      throw new HttpProblem(429, words, { 'retry-after': String(AGAIN_AFTER) });
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
