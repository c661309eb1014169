import { paymentProblemSchema, type SUBSCRIPTION_CONFLICTS } from '#contract/billing.ts';
import { HttpProblem } from '#server/core/http/problems.ts';

/** What calls about money answer besides success and the usual problems, for openapi.json. */
export const PAYMENT_ANSWERS = {
  400: {
    description: 'Not valid, or nothing to do it with; `code` says what.',
    schema: paymentProblemSchema,
  },
  409: { description: 'Not as things stand; `code` says why.', schema: paymentProblemSchema },
  503: {
    description: 'No payments here, or the provider or the database is away; `Retry-After` where it passes.',
    schema: paymentProblemSchema,
  },
};

/**
 * A refusal the specification's client can read: it looks for `error.message` where a subscription could not be
 * created, and for `message` everywhere else (CONVENTIONS 3.15).
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

/**
 * The provider did not answer, or could not. In ten seconds, because one in trouble is not helped by everybody asking
 * again at once.
 */
export class ProviderAway extends HttpProblem {
  /**
   * It tried and failed, and said so. Else nobody knows whether it did what was asked, now or an earlier time: the
   * question or the answer was lost, or it was not asked at all.
   */
  readonly isAnswered: boolean;

  constructor(isAnswered: boolean) {
    const message = 'The payment provider cannot be reached right now. Please try again.';
    super(503, message, { 'retry-after': '10' }, { code: 'payments_unavailable', error: { message } });
    this.isAnswered = isAnswered;
  }
}

/** More in a row than keep the circuit closed: it is the provider then, not what was asked about. */
const OUTAGE = 5;

/** For work that passes over what fails, one by one: it ends when all the rest would only fail too. */
export class OutageWatch {
  #inARow = 0;

  passed(): void {
    this.#inARow = 0;
  }

  /** @throws the error, when the provider has been away for a while */
  failed(error: unknown): void {
    this.#inARow = error instanceof ProviderAway ? this.#inARow + 1 : 0;
    if (this.#inARow === OUTAGE) throw error;
  }
}

export const unknownPrice = () => billingProblem(400, 'This price is not for sale.', 'unknown_price');

export function conflict(code: (typeof SUBSCRIPTION_CONFLICTS)[number], message: string): HttpProblem {
  return billingProblem(409, message, code);
}

/** While the bank of whoever paid wants the money back: whatever is paid beside it would open nothing. */
export const disputed = () =>
  conflict(
    'earlier_payment_unsettled',
    'A payment of your subscription is disputed at your bank. Nothing can be bought or changed until that is settled.',
  );

/** While a first payment, or an upgrade, is being decided by a bank. */
export const inProgress = () =>
  conflict(
    'purchase_in_progress',
    'A payment is being processed. Please wait a moment, then look at your subscription.',
  );

/** What a member without one may not cancel, resume, change or pay. */
export const noSubscription = () => billingProblem(400, 'You have no subscription.', 'no_subscription');

export const nothingDue = () => billingProblem(400, 'There is nothing to pay.', 'nothing_due');
