import { unavailable } from './http/problems.ts';

/** Whoever waits longer for their turn is sent away: something ahead of them hangs. Milliseconds. */
const PATIENCE = 20_000;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/**
 * Of the work under one key, so many are done at once, in the order they came; work under different keys does not
 * wait for each other.
 */
export class Queues {
  readonly #atOnce: number;
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();

  constructor(atOnce: number, now: () => number = () => performance.now()) {
    this.#atOnce = atOnce;
    this.#now = now;
  }

  /** Keys with work under way. */
  get size(): number {
    return this.#queues.size;
  }

  /** @throws HttpProblem 503 when its turn did not come in time */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    const cameAt = this.#now();
    if (queue.running < this.#atOnce) queue.running += 1;
    // Whoever is called takes over the place of the one who calls.
    else await new Promise<void>((called) => queue.waiting.push(called));
    try {
      if (this.#now() - cameAt > PATIENCE) {
        throw unavailable('Too many people are doing this at once. Please try again.');
      }
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) this.#queues.delete(key);
    }
  }
}
