/** Something with a `version` that changes whenever its content does: the library. */
export interface Versioned {
  readonly version: number;
}

/**
 * Values computed from the content of the source, kept until it changes, the oldest dropped above `maxEntries`. Callers at
 * the same time share one computation. Without a source nothing is kept.
 */
export class VersionCache<Value> {
  readonly #source: Versioned | undefined;
  readonly #maxEntries: number;
  readonly #entries = new Map<string, Promise<Value>>();
  #version = Number.NaN;

  constructor(source: Versioned | undefined, maxEntries: number) {
    this.#source = source;
    this.#maxEntries = maxEntries;
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
    // A failure rejects for the current callers; the next caller computes again.
    made.catch(() => {
      if (this.#entries.get(key) === made) this.#entries.delete(key);
    });
    if (this.#entries.size > this.#maxEntries) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return made;
  }
}
