import { createHash } from 'node:crypto';
import { StripeError } from './errors.ts';

const KEPT_FOR = 24 * 3600 * 1000;
const LONGEST = 255;

interface Kept {
  fingerprint: string;
  since: number;
  /** Undefined while the first request is still worked on. */
  answer: { status: number; body: string } | undefined;
}

/** The first answer to a key, replayed to everybody who comes with it again. */
export class Idempotency {
  readonly #kept = new Map<string, Kept>();

  /**
   * @returns the stored answer; undefined: go on, and say how it ended with `keep` or `forget`
   * @throws StripeError when the key was used for something else, or its first request is still under way
   */
  begin(key: string, request: string): { status: number; body: string } | undefined {
    if (key.length > LONGEST) {
      throw new StripeError(400, {
        type: 'invalid_request_error',
        message: `The idempotency key must be at most ${LONGEST} characters.`,
      });
    }
    this.#prune();
    const fingerprint = createHash('sha256').update(request).digest('hex');
    const known = this.#kept.get(key);
    if (!known) {
      this.#kept.set(key, { fingerprint, since: Date.now(), answer: undefined });
      return undefined;
    }
    if (known.fingerprint !== fingerprint) {
      throw new StripeError(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using another key.',
      });
    }
    if (known.answer) return known.answer;
    throw new StripeError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    });
  }

  keep(key: string, answer: { status: number; body: string }): void {
    const known = this.#kept.get(key);
    if (known) known.answer = answer;
  }

  /** Nothing began, so nothing is replayed. */
  forget(key: string): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }

  #prune(): void {
    const before = Date.now() - KEPT_FOR;
    for (const [key, { since }] of this.#kept) {
      if (since >= before) return;
      this.#kept.delete(key);
    }
  }
}
