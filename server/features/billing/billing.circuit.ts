import { ProviderAway } from './billing.problems.ts';

/** Failures in a row after which the provider is left alone. */
const FAILURES = 4;

/** For how long; then one call finds out whether it is back. Milliseconds. */
const PAUSE = 15_000;

/**
 * Stops calls to a provider that does not answer: whoever would wait for it is told at once, and the connections and
 * locks that waiting takes are free for others. Kept in this process.
 */
export class Circuit {
  #failures = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isProbing = false;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws HttpProblem 503 while the provider is left alone; else whatever `work` throws */
  async run<Result>(work: () => Promise<Result>, isAway: (error: unknown) => boolean): Promise<Result> {
    const isOpen = this.#failures >= FAILURES;
    if (isOpen && (this.#isProbing || this.#now() < this.#pausedUntil)) throw new ProviderAway(false);
    this.#isProbing = isOpen;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (isAway(error)) {
        this.#failures += 1;
        this.#pausedUntil = this.#now() + PAUSE;
      } else this.#failures = 0;
      throw error;
    } finally {
      if (isOpen) this.#isProbing = false;
    }
  }
}
