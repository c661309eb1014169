import { ApiError, isUnauthorized } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { serverErrorMessage } from '#web/api/server-error-message.ts';

/** The reason behind 'Subscription failed: ', with its fallback. Null when the session ended. */
export function subscriptionFailure(error: unknown): string | null {
  if (isUnauthorized(error)) return null;
  const text =
    error instanceof ApiError ? serverErrorMessage(error) : 'We got no response. Check your connection.';
  const message = `Subscription failed: ${failureMessage(error, text ?? 'Unknown error')}`;
  // Starting a subscription charges nothing by itself.
  return problemCode(error) === 'payments_unavailable'
    ? `${message}. Nothing was charged; please try again in a moment.`
    : message;
}

/**
 * Why an action on the subscription failed, shown next to its button: the server's message, else ours. Null when the
 * session ended: the whole app shows that.
 */
export function billingFailure(error: unknown, message: string): string | null {
  if (isUnauthorized(error)) return null;
  if (!(error instanceof ApiError))
    return `${message} We got no response. Check your connection and try again.`;
  if (error.status === 429) return `${message.replace(/\.?$/, '.')} ${failureMessage(error, message)}`;
  return serverErrorMessage(error) ?? message;
}

/** The problem's `code`, such as `already_subscribed`. */
export function problemCode(error: unknown): string | undefined {
  const problem: unknown = error instanceof ApiError ? error.problem : undefined;
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return undefined;
  return typeof problem.code === 'string' ? problem.code : undefined;
}
