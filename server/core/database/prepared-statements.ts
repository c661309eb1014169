import { createHash } from 'node:crypto';

/** Sent this often, a text is taken for one that does not vary. */
const PREPARE_FROM = 3;

/** Each costs every connection some 50 to 100 kB once it is prepared there. */
const MAX_PREPARED = 200;

/** Texts that are counted; then counting starts anew. */
const MAX_COUNTED = 2000;

/** Longer texts are composed for one search or one filter; prepared, some take 600 kB of every connection. */
const MAX_LENGTH = 3000;

/**
 * Which statements are sent under a name. PostgreSQL plans those once a connection instead of every time: finding the
 * viewer of a session takes five times as long to plan as to run. Names are per text and the same on all connections.
 */
export class PreparedStatements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #generation = 0;

  /** Undefined for a text that is not prepared, or not yet. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_PREPARED) return undefined;
    if (text.length > MAX_LENGTH) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < PREPARE_FROM) {
      if (this.#uses.size >= MAX_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const name = `${this.#generation}-${createHash('sha1').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }

  /** After a migration: plans from before it may not fit the tables any longer. */
  forgetAll(): void {
    this.#names.clear();
    this.#generation += 1;
  }
}

/** A newer version has migrated the tables while this process runs: the columns of a prepared `select *` changed. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type';
}
