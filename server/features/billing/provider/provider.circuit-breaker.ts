import { ProviderUnavailableError } from './provider.errors.ts';

/** Consecutive failures that open the circuit. */
const FAILURE_THRESHOLD = 4;

/** How long it stays open; then one call tries whether the provider is back. Milliseconds. */
const OPEN_MILLISECONDS = 15_000;

/**
 * Fails calls at once while the provider is failing, instead of letting each caller wait for it. A call that its own
 * operation had no time for says nothing about the provider. Kept in this process.
 */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = Number.NEGATIVE_INFINITY;
  #isProbing = false;
  readonly #isFailure: (error: unknown) => boolean;
  readonly #now: () => number;

  /** @param isFailure whether an error is the provider's own failure; any other proves that it works */
  constructor(isFailure: (error: unknown) => boolean, now: () => number = () => performance.now()) {
    this.#isFailure = isFailure;
    this.#now = now;
  }

  /** @throws HttpProblem 503 while the circuit is open; else whatever `call` throws */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    const isOpen = this.#failures >= FAILURE_THRESHOLD;
    if (isOpen && (this.#isProbing || this.#now() < this.#openUntil))
      throw new ProviderUnavailableError(false);
    this.#isProbing = isOpen;
    try {
      const result = await call();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError)) {
        this.#failures = this.#isFailure(error) ? this.#failures + 1 : 0;
        this.#openUntil = this.#now() + OPEN_MILLISECONDS;
      }
      throw error;
    } finally {
      if (isOpen) this.#isProbing = false;
    }
  }
}
