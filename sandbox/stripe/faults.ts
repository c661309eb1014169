/** Something going wrong on purpose. */
export interface Fault {
  /** By the SDK's name; `*` is any. */
  operation: string;
  /**
   * `error`: answers with `status` and does nothing. `lost`: does everything, and the answer never arrives.
   * `hang up`: does nothing and ends the connection. `delay`: is worked on that long.
   */
  kind: 'error' | 'lost' | 'hang up' | 'delay';
  status: number;
  /** Milliseconds. */
  delay: number;
  /** How many requests it meets; 0 is all from now on. */
  times: number;
}

/** Requests under test meet these. */
export class Faults {
  #faults: Fault[] = [];

  add(fault: Partial<Fault>): void {
    this.#faults.push({ operation: '*', kind: 'error', status: 500, delay: 0, times: 0, ...fault });
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** What this request meets, counted off. */
  take(operation: string): Fault | undefined {
    const fault = this.#faults.find((found) => found.operation === '*' || found.operation === operation);
    if (!fault || fault.times === 0) return fault;
    fault.times -= 1;
    if (fault.times === 0) this.#faults = this.#faults.filter((other) => other !== fault);
    return fault;
  }
}
