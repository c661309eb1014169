import { ApiError } from '#web/api/client.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';

/**
 * What the server says of a refusal: `error.message`, or `message` (SPEC section 7). Undefined when it says nothing
 * made for people.
 */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // Typed by what we agreed on; an answer of a proxy in between may hold anything.
  const problem: unknown = error.problem;
  if (typeof problem !== 'object' || problem === null) return undefined;
  const inner = 'error' in problem ? problem.error : undefined;
  return messageOf(inner) ?? messageOf(problem);
}

function messageOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  return typeof value.message === 'string' && value.message !== '' ? value.message : undefined;
}

/** The reason behind 'Subscription failed: ', with its fallback (SPEC section 8). Null when the session ended. */
export function subscriptionFailure(error: unknown): string | null {
  if (isUnauthorized(error)) return null;
  const text = error instanceof ApiError ? refusalText(error) : 'Nothing answered. Check your connection.';
  const words = `Subscription failed: ${failureWords(error, text ?? 'Unknown error')}`;
  // Beginning a subscription charges nothing by itself.
  return refusalCode(error) === 'payments_unavailable'
    ? `${words}. Nothing was charged; please try again in a moment.`
    : words;
}

/**
 * Why something with the subscription did not work, to stand beside its button: the server's words, else ours. Null
 * when the session ended: the whole app tells of that.
 */
export function billingFailure(error: unknown, words: string): string | null {
  if (isUnauthorized(error)) return null;
  if (!(error instanceof ApiError))
    return `${words} Nothing answered: check your connection, then try again.`;
  return failureWords(error, refusalText(error) ?? words);
}

/** The problem's `code`, such as `already_subscribed`. */
export function refusalCode(error: unknown): string | undefined {
  const problem: unknown = error instanceof ApiError ? error.problem : undefined;
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return undefined;
  return typeof problem.code === 'string' ? problem.code : undefined;
}
