import { HttpProblem } from '#server/core/http/errors/problems.ts';

/**
 * The provider answers and says no. `missing`: what was named does not exist; `card`: the bank refused, and the message
 * is meant for the member; `other`: the request does not fit the state of its object.
 */
export class ProviderRequestError extends Error {
  readonly kind: 'missing' | 'card' | 'other';
  readonly code: string;

  constructor(kind: 'missing' | 'card' | 'other', code: string, message: string) {
    super(message);
    this.name = 'ProviderRequestError';
    this.kind = kind;
    this.code = code;
  }
}

/** The provider did not answer, or could not. Callers are asked to wait ten seconds, so that they do not add to its load. */
export class ProviderUnavailableError extends HttpProblem {
  /**
   * It responded with a failure of its own. Otherwise it is unknown whether it did what was asked: the request or the
   * response was lost, or it was never sent.
   */
  readonly hasResponded: boolean;
  /** Our key is wrong, or lacks a permission: waiting does not help, and an incident was recorded. */
  readonly isKeyRefused: boolean;

  constructor(hasResponded: boolean, isKeyRefused = false) {
    const message = 'The payment provider cannot be reached right now. Please try again.';
    super(503, message, { 'retry-after': '10' }, { code: 'payments_unavailable', error: { message } });
    this.hasResponded = hasResponded;
    this.isKeyRefused = isKeyRefused;
  }
}

/** Whether the provider has answered, with a failure: for a day it repeats that response for the same idempotency key. */
export const hasResponded = (error: unknown): boolean =>
  error instanceof ProviderRequestError || (error instanceof ProviderUnavailableError && error.hasResponded);

/** For what the provider does not know (any more). @throws every other error */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof ProviderRequestError && error.kind === 'missing') return undefined;
  throw error;
}
