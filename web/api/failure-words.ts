import { ApiError } from './client.ts';
import { waitInWords } from './error-words.ts';

/** The 401 of a session that ended: the whole app tells of it once, so nobody else does (SPEC section 8). */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/**
 * What to say when a change failed: the words given, but for a member who was too fast, who learns when to go on.
 */
export function failureWords(error: unknown, words: string): string {
  if (!(error instanceof ApiError) || error.status !== 429) return words;
  return `You were a little fast for us. Please wait ${waitInWords(error.retryAfter)} and try again.`;
}
