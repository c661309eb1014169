import type { SubscriptionStatus } from '#contract/billing.ts';
import { billingProblem, ProviderAway } from './billing.problems.ts';
import { ProviderRefusal } from './billing.provider.ts';

/**
 * The specification's words for what could not be done, when the provider gives none that are made for members: a
 * bank's refusal is told as it is.
 */
export async function withWords<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderAway) {
      throw billingProblem(503, words, 'payments_unavailable', error.headers);
    }
    if (!(error instanceof ProviderRefusal)) throw error;
    if (error.kind === 'card') throw billingProblem(402, error.message, error.code);
    throw billingProblem(502, words, 'payments_refused');
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** DECISIONS 44. While it is overdue, access ends with the grace, unless the member pays. */
export function cancelWords({ endsAt, graceUntil, tier, plan }: SubscriptionStatus): string {
  if (endsAt === null) return 'Your subscription has ended.';
  const words = `Your subscription ends on ${dayOf(endsAt)}.`;
  // Of a plan that opens nothing any more, nothing is kept.
  if (plan === null || tier !== plan) return words;
  return graceUntil === null || graceUntil >= endsAt
    ? `${words} You keep access until then.`
    : `${words} You keep access until ${dayOf(graceUntil)}, or to the end if you pay what is due.`;
}

const dayOf = (seconds: number) => DAY.format(seconds * 1000);
