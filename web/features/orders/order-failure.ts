import { ApiError } from '#web/api/client.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';

/**
 * Why a change of an order failed, to stand beside its button. The server's own words where it refuses (they are
 * written for people), nothing when the session ended: the whole app tells of that.
 */
export function orderFailureWords(error: unknown, words: string): string | null {
  if (isUnauthorized(error)) return null;
  if (!(error instanceof ApiError)) {
    return `${words} Nothing answered: check your connection, then try again.`;
  }
  if (error.status === 429) return failureWords(error, words);
  const isSaid = error.status < 500 || error.status === 503;
  return (isSaid && error.problem?.message) || `${words} The fault is ours, not yours. Please try again.`;
}

/** Something else changed the order meanwhile: it has to be read again. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
