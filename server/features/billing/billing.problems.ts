import {
  paymentProblemSchema,
  type SUBSCRIPTION_CONFLICTS,
  type SubscriptionStatus,
} from '#contract/billing.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { ProviderRequestError, ProviderUnavailableError } from './provider/provider.errors.ts';

/** Additional responses of payment calls, for openapi.json. */
export const PAYMENT_RESPONSES = {
  400: {
    description: 'Not valid, or nothing to do it with; `code` says what.',
    schema: paymentProblemSchema,
  },
  402: { description: 'The bank refused; the message is its own.', schema: paymentProblemSchema },
  409: { description: 'Not as things stand; `code` says why.', schema: paymentProblemSchema },
  502: { description: 'The payment provider refused.', schema: paymentProblemSchema },
  503: {
    description: 'No payments here, or the provider or the database is away; `Retry-After` where it passes.',
    schema: paymentProblemSchema,
  },
};

/**
 * A refusal the specification's client can read: it looks for `error.message` where a subscription could not be
 * created, and for `message` everywhere else.
 */
export function billingProblem(
  status: number,
  message: string,
  code: string,
  headers: Record<string, string> = {},
): HttpProblem {
  return new HttpProblem(status, message, headers, { code, error: { message } });
}

export const notConfigured = () =>
  billingProblem(503, 'Payment system not configured', 'payments_not_configured');

/** Of a plan whose owner wants to leave. */
export const cannotBeEnded = () =>
  billingProblem(
    503,
    'We can’t end your plan right now because payments are turned off. Nothing was deleted. Please try again later, or contact us.',
    'payments_not_configured',
  );

/** Before anything is bought: tax depends on it, and the amount on tax. */
export const addressNeeded = () =>
  billingProblem(400, 'Tell us your country first: tax depends on it.', 'address_needed');

export const unknownPrice = () => billingProblem(400, 'This price is not for sale.', 'unknown_price');

export function conflict(code: (typeof SUBSCRIPTION_CONFLICTS)[number], message: string): HttpProblem {
  return billingProblem(409, message, code);
}

/** While the bank claims the payment back: paying for anything else would open nothing. */
export const disputed = () =>
  conflict(
    'earlier_payment_unsettled',
    'A subscription payment is disputed at your bank. You can’t buy or change anything until that’s settled.',
  );

/** While a bank decides about a first payment, or an upgrade. */
export const inProgress = () =>
  conflict(
    'purchase_in_progress',
    'A payment is being processed. Please wait a moment, then look at your subscription.',
  );

/** A member without a subscription cannot cancel, resume, change or pay it. */
export const noSubscription = () => billingProblem(400, 'You have no subscription.', 'no_subscription');

export const nothingPaid = () => billingProblem(409, 'This order isn’t paid yet.', 'nothing_paid');

export const nothingDue = () => billingProblem(400, 'There is nothing to pay.', 'nothing_due');

/** Replaces the provider's own error messages by ours, except a bank's refusal, which is meant for the member. */
export async function withFailureMessage<Result>(
  failure: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailableError) {
      const message = error.isKeyRefused ? 'We cannot reach our payment partner' : failure;
      throw billingProblem(503, message, 'payments_unavailable', error.headers);
    }
    if (!(error instanceof ProviderRequestError)) throw error;
    if (error.kind === 'card') throw billingProblem(402, error.message, error.code);
    throw billingProblem(502, failure, 'payments_refused');
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const dayOf = (seconds: number) => DAY.format(seconds * 1000);

/** Confirms a cancellation; an overdue subscription has ended with its open bill, a paused one at once. */
export function cancelMessage({ endsAt, tier, plan }: SubscriptionStatus): string {
  if (endsAt === null) return 'Your subscription has ended. You owe nothing.';
  const message = `Your subscription ends on ${dayOf(endsAt)}.`;
  // A plan that no longer opens anything has no access to keep.
  return plan === null || tier !== plan ? message : `${message} You keep access until then.`;
}
