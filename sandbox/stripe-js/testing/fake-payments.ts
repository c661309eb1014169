import type { AuthenticationOutcome, BrowserPayments } from '../../stripe/browser-payments.ts';
import type { Card } from '../frames/card-rules.ts';
import type { IntentResult } from '../messages.ts';

type Intent = Record<string, unknown>;

const NEEDING_THE_BANK = ['4000002500003155', '4000002760003184'];
const DECLINED = '4000000000000002';

/** Just enough behind the form to see what the form does: intents by secret, without customers or webhooks. */
export class FakePayments implements BrowserPayments {
  readonly publishableKey = 'pk_test_fake';
  readonly origin: string;
  readonly appOrigin: string;
  /** What the form sent, newest last. */
  readonly cards: Card[] = [];
  readonly #intents = new Map<string, Intent>();
  #count = 0;

  constructor(origins: { origin: string; appOrigin: string }) {
    this.origin = origins.origin;
    this.appOrigin = origins.appOrigin;
  }

  /** @returns the client secret */
  create(): string {
    this.#count += 1;
    const id = `pi_${this.#count}`;
    const client_secret = `${id}_secret_x`;
    const status = 'requires_payment_method';
    this.#intents.set(client_secret, { object: 'payment_intent', id, client_secret, status });
    return client_secret;
  }

  statusOf(clientSecret: string): unknown {
    return this.#intents.get(clientSecret)?.['status'];
  }

  readIntent(clientSecret: string): IntentResult {
    const intent = this.#intents.get(clientSecret);
    if (intent) return { intent };
    return {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent.' },
    };
  }

  confirmIntent(clientSecret: string, card: Card): IntentResult {
    this.cards.push(card);
    if (card.number === DECLINED) {
      return this.#fail(clientSecret, 'card_declined', 'Your card was declined.', {
        decline_code: 'generic_decline',
      });
    }
    return this.#become(
      clientSecret,
      NEEDING_THE_BANK.includes(card.number) ? 'requires_action' : 'succeeded',
    );
  }

  completeAuthentication(clientSecret: string, outcome: AuthenticationOutcome): IntentResult {
    if (outcome === 'succeeded') return this.#become(clientSecret, 'succeeded');
    const code = 'payment_intent_authentication_failure';
    return this.#fail(clientSecret, code, `We are unable to authenticate your payment method (${outcome}).`);
  }

  #become(clientSecret: string, status: string): IntentResult {
    const result = this.readIntent(clientSecret);
    if ('error' in result) return result;
    result.intent['status'] = status;
    return { intent: { ...result.intent } };
  }

  #fail(clientSecret: string, code: string, message: string, more: object = {}): IntentResult {
    const result = this.#become(clientSecret, 'requires_payment_method');
    if ('error' in result) return result;
    return { error: { type: 'card_error', code, message, payment_intent: result.intent, ...more } };
  }
}
