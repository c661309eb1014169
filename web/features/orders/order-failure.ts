import { ApiError, isUnauthorized } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';

/**
 * Why a change of an order failed, shown next to its button. The server's own message where it refuses (it is written for
 * people), null when the session ended: the whole app shows that.
 */
export function orderFailureMessage(error: unknown, message: string): string | null {
  if (isUnauthorized(error)) return null;
  if (!(error instanceof ApiError)) {
    return `${message} We got no response. Check your connection and try again.`;
  }
  if (error.status === 429) return failureMessage(error, message);
  const isForPeople = error.status < 500 || error.status === 503;
  return (isForPeople && error.problem?.message) || `${message} It’s our fault, not yours. Please try again.`;
}

/** Something else changed the order in the meantime: it must be fetched again. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
