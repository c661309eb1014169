import { StripeError } from './errors.ts';

export interface ApiResult {
  status: number;
  body: string;
  isReplayed?: boolean;
}

/** The first response to a key, replayed to every request with the same key. */
export class Idempotency {
  /** Without a response while the first request is still worked on. */
  readonly #kept = new Map<string, { request: string; response?: ApiResult }>();

  /**
   * @returns the stored response; undefined: do the work, then `keep` or `forget`
   * @throws StripeError when the key was used for something else, or its first request is still under way
   */
  begin(key: string, request: string): ApiResult | undefined {
    const known = this.#kept.get(key);
    if (!known) {
      this.#kept.set(key, { request });
      return undefined;
    }
    const type = 'idempotency_error';
    if (known.request !== request) {
      const message = 'Keys for idempotent requests can only be used with the same parameters as before.';
      throw new StripeError(400, { type, message });
    }
    if (known.response) return known.response;
    const message = 'There is currently another in-progress request using this Idempotent Key.';
    throw new StripeError(409, { type, code: 'idempotency_key_in_use', message });
  }

  keep(key: string, response: ApiResult): void {
    const known = this.#kept.get(key);
    if (known) known.response = response;
  }

  /** Nothing began, so nothing is replayed. */
  forget(key: string): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }
}
