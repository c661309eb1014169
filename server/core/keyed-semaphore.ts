import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';
import { unavailable } from './http/errors/problems.ts';

interface Entry {
  semaphore: Semaphore;
  /** Tasks running or waiting. */
  users: number;
}

/** Limits, in this process, how many tasks of one key run at once; tasks of different keys do not wait for each other. */
export class KeyedSemaphore {
  readonly #permits: number;
  readonly #entries = new Map<string, Entry>();

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Keys with tasks running or waiting. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * @param waitLimit milliseconds the task may wait for its start
   * @throws HttpProblem 503 as soon as the task has waited too long, whether or not those before it end; it is not run
   */
  async run<Result>(key: string, waitLimit: number, task: () => Promise<Result>): Promise<Result> {
    const entry = this.#entries.get(key) ?? { semaphore: new Semaphore(this.#permits), users: 0 };
    this.#entries.set(key, entry);
    entry.users += 1;
    try {
      return await withTimeout(entry.semaphore, waitLimit).runExclusive(task);
    } catch (error) {
      if (error === E_TIMEOUT) {
        throw unavailable('Too many people are doing this at once. Please try again.');
      }
      throw error;
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#entries.delete(key);
    }
  }
}
