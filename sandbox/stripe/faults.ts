import { setTimeout as sleep } from 'node:timers/promises';

/** Something going wrong on purpose. */
export interface Fault {
  /** By the SDK's name; `*` is any. */
  operation: string;
  /**
   * `error`: responds with `status` and does nothing. `lost`: does everything, and the response never arrives.
   * `hang up`: does nothing and ends the connection. `delay`: waits that long first, or until the faults are cleared.
   */
  kind: 'error' | 'lost' | 'hang up' | 'delay';
  status: number;
  /** Milliseconds. */
  delay: number;
  /** How many requests it affects; without it, all from now on. */
  times: number;
}

/** The faults that requests run into. */
export class Faults {
  #faults: Fault[] = [];
  #cleared = new AbortController();

  add(fault: Partial<Fault>): void {
    this.#faults.push({ operation: '*', kind: 'error', status: 500, delay: 0, times: Infinity, ...fault });
  }

  clear(): void {
    this.#faults = [];
    this.#cleared.abort();
    this.#cleared = new AbortController();
  }

  /** Waits as long as the fault says, at most until all are cleared. */
  async wait({ delay }: Fault): Promise<void> {
    await sleep(delay, undefined, { ref: false, signal: this.#cleared.signal }).catch(() => undefined);
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** The fault for this request, counted off. */
  take(operation: string): Fault | undefined {
    const fault = this.#faults.find((found) => found.operation === '*' || found.operation === operation);
    if (fault) fault.times -= 1;
    this.#faults = this.#faults.filter(({ times }) => times > 0);
    return fault;
  }
}
