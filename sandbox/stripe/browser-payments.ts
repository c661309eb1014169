// What the card form in the browser may do: everything a publishable key and a client secret open, and nothing else.
import type { Card } from '../stripe-js/frames/card-rules.ts';
import type { StripeError as ErrorBody, IntentResult } from '../stripe-js/messages.ts';
import type { Account } from './account.ts';
import { newCard } from './cards.ts';
import { runUntil } from './due-steps.ts';
import { noSuch, StripeError } from './errors.ts';
import { finishAuthentication, pay } from './pay-invoice.ts';
import type { PaymentIntent } from './records.ts';

/** How somebody leaves the bank's page; closing it is a failure for Stripe too. */
export type AuthenticationOutcome = 'succeeded' | 'failed' | 'canceled';

/** What sandbox/stripe-js needs. A wrong secret is an error with code `resource_missing`, never a throw. */
export interface BrowserPayments {
  readonly publishableKey: string;
  /** Where the sandbox is, and where the app is: `http://127.0.0.1:3002`. Never with a slash at the end. */
  readonly origin: string;
  readonly appOrigin: string;
  readIntent(clientSecret: string): IntentResult;
  /**
   * Declined: `error` as Stripe says it, with the intent in it, and the same secret may be tried again. Needing the
   * bank: an intent with status `requires_action`, then `completeAuthentication`.
   */
  confirmIntent(clientSecret: string, card: Card): IntentResult;
  /** Only while the intent is in `requires_action`. */
  completeAuthentication(clientSecret: string, outcome: AuthenticationOutcome): IntentResult;
}

export const PUBLISHABLE_KEY = 'pk_test_sandbox';

export function createBrowserPayments(account: Account, appOrigin: string): BrowserPayments {
  const respond = (clientSecret: string, act: (intent: PaymentIntent) => PaymentIntent): IntentResult => {
    try {
      runUntil(account, account.now());
      const id = clientSecret.split('_secret_')[0] ?? '';
      const intent = account.tables.paymentIntents.find(id);
      if (intent?.client_secret !== clientSecret) throw noSuch('payment_intent', id, 'intent');
      return { intent: publicIntent(act(intent)) };
    } catch (error) {
      if (error instanceof StripeError) return { error: publicError(error) };
      throw error;
    }
  };
  return {
    publishableKey: PUBLISHABLE_KEY,
    origin: account.origin,
    appOrigin,
    readIntent: (clientSecret) => respond(clientSecret, (intent) => intent),
    confirmIntent: (clientSecret, card) =>
      respond(clientSecret, (intent) => pay(account, intent, newCard(account, card))),
    completeAuthentication: (clientSecret, outcome) =>
      respond(clientSecret, (intent) => finishAuthentication(account, intent, outcome === 'succeeded')),
  };
}

/** Without what a publishable key may not see. */
function publicIntent({ customer, latest_charge, metadata, ...intent }: PaymentIntent) {
  return structuredClone(intent);
}

function publicError({ body: { payment_intent: intent, ...plain } }: StripeError): ErrorBody {
  return { ...plain, ...(intent ? { payment_intent: publicIntent(intent) } : {}) };
}
