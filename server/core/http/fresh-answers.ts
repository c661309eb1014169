import { type ChangeListener, listenForChanges } from '../database/changes.ts';
import { COUNTERS_SETTLE } from '../database/counters.ts';
import type { Connection } from '../database/pool.ts';
import type { AnswerCache } from './answer-cache.ts';

/** Visitors' ready answers follow the library at once, and its counters about once a second, on every node. */
export function keepAnswersFresh(connection: Connection, cache: AnswerCache): ChangeListener {
  const counters = new Refresh(() => cache.forgetAnswers(), COUNTERS_SETTLE);
  const changes = listenForChanges(
    connection,
    () => cache.clear(),
    () => counters.ask(),
  );
  return {
    async stop() {
      counters.stop();
      await changes.stop();
    },
  };
}

/**
 * Does something soon after each call, but no more than once in `every`: at once when it has been quiet, and once
 * more `every` after the last call, for what the call announced. Milliseconds.
 */
export class Refresh {
  readonly #action: () => void;
  readonly #every: number;
  #doneAt = Number.NEGATIVE_INFINITY;
  #owedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(action: () => void, every: number) {
    this.#action = action;
    this.#every = every;
  }

  ask(): void {
    const now = performance.now();
    this.#owedAt = now + this.#every;
    if (this.#timer !== undefined) return;
    const wait = this.#doneAt + this.#every - now;
    if (wait <= 0) this.#act();
    else this.#wait(wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#act(), Math.ceil(milliseconds));
    this.#timer.unref();
  }

  #act(): void {
    this.#timer = undefined;
    this.#doneAt = performance.now();
    this.#action();
    if (this.#doneAt < this.#owedAt) this.#wait(this.#every);
  }
}
