// What the pages in the browser may do: everything a publishable key and a client secret open, and nothing else.

/** As typed into the card form; digits only in `number`. */
export interface CardInput {
  number: string;
  /** 1 to 12. */
  expMonth: number;
  /** Four digits. */
  expYear: number;
  cvc: string;
}

/** As Stripe's API says it, without what a secret key would see. */
export interface BrowserError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  payment_intent?: Record<string, unknown>;
  setup_intent?: Record<string, unknown>;
}

/** An intent in its API form (`object`, `id`, `status`, `client_secret`, `next_action`…), or why not. */
export type IntentAnswer =
  | { intent: Record<string, unknown>; error?: never }
  | { intent?: never; error: BrowserError };

/** How somebody leaves the bank's page; closing it is a failure for Stripe too. */
export type AuthenticationOutcome = 'succeeded' | 'failed' | 'canceled';

/**
 * The door for sandbox/stripe-js. Secrets are `pi_…_secret_…` or `seti_…_secret_…`; a wrong one is an error with
 * code `resource_missing`, never a throw.
 */
export interface BrowserPayments {
  readonly publishableKey: string;
  /** Where the sandbox is, and where the app is: `http://127.0.0.1:3002`. Never with a slash at the end. */
  readonly origin: string;
  readonly appOrigin: string;
  /** A PaymentIntent or a SetupIntent, by its secret. */
  readIntent(clientSecret: string): IntentAnswer;
  /**
   * Pays, or saves the card. Declined: `error` as Stripe says it, with the intent in it, and the same secret may be
   * tried again. Needing the bank: an intent with status `requires_action`, then `completeAuthentication`.
   */
  confirmIntent(clientSecret: string, card: CardInput): IntentAnswer;
  /** Says how the bank's page ended. Only while the intent is in `requires_action`. */
  completeAuthentication(clientSecret: string, outcome: AuthenticationOutcome): IntentAnswer;
}
