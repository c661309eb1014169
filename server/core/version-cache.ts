/** Something whose `version` moves whenever what it stands for changes: the library, or what visitors see of it. */
export interface Versioned {
  readonly version: number;
}

/**
 * Values computed from what the source stands for, kept until it changes, the oldest dropped above `mostEntries`. Callers that
 * ask at the same time share one computation. Without a source nothing is kept.
 */
export class VersionCache<Value> {
  readonly #source: Versioned | undefined;
  readonly #mostEntries: number;
  readonly #entries = new Map<string, Promise<Value>>();
  #version = Number.NaN;

  constructor(source: Versioned | undefined, mostEntries: number) {
    this.#source = source;
    this.#mostEntries = mostEntries;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    if (this.#source === undefined) return make();
    if (this.#version !== this.#source.version) {
      this.#entries.clear();
      this.#version = this.#source.version;
    }
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#entries.set(key, made);
    // A failure is told to whoever waits for it now, and tried again by the next caller.
    made.catch(() => {
      if (this.#entries.get(key) === made) this.#entries.delete(key);
    });
    if (this.#entries.size > this.#mostEntries) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return made;
  }
}
