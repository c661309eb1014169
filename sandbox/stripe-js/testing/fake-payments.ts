import type {
  AuthenticationOutcome,
  BrowserPayments,
  CardInput,
  IntentAnswer,
} from '../../stripe/browser.ts';

type Intent = Record<string, unknown>;

const NEEDING_THE_BANK = ['4000002500003155', '4000002760003184'];
const DECLINED = '4000000000000002';

/** Just enough behind the form to see what the form does: intents by secret, and no money, customers or webhooks. */
export class FakePayments implements BrowserPayments {
  readonly publishableKey = 'pk_test_fake';
  readonly origin: string;
  readonly appOrigin: string;
  /** What the form sent, newest last. */
  readonly cards: CardInput[] = [];
  readonly #intents = new Map<string, Intent>();
  #count = 0;

  constructor(origins: { origin: string; appOrigin: string }) {
    this.origin = origins.origin;
    this.appOrigin = origins.appOrigin;
  }

  /** @returns the client secret */
  create(object: 'payment_intent' | 'setup_intent'): string {
    this.#count += 1;
    const id = `${object === 'payment_intent' ? 'pi' : 'seti'}_${this.#count}`;
    const client_secret = `${id}_secret_x`;
    this.#intents.set(client_secret, { object, id, client_secret, status: 'requires_payment_method' });
    return client_secret;
  }

  statusOf(clientSecret: string): unknown {
    return this.#intents.get(clientSecret)?.['status'];
  }

  readIntent(clientSecret: string): IntentAnswer {
    const intent = this.#intents.get(clientSecret);
    if (intent) return { intent };
    return {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent.' },
    };
  }

  confirmIntent(clientSecret: string, card: CardInput): IntentAnswer {
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

  completeAuthentication(clientSecret: string, outcome: AuthenticationOutcome): IntentAnswer {
    if (outcome === 'succeeded') return this.#become(clientSecret, 'succeeded');
    const code = 'payment_intent_authentication_failure';
    return this.#fail(clientSecret, code, `We are unable to authenticate your payment method (${outcome}).`);
  }

  #become(clientSecret: string, status: string): IntentAnswer {
    const answer = this.readIntent(clientSecret);
    if ('error' in answer) return answer;
    answer.intent['status'] = status;
    return { intent: { ...answer.intent } };
  }

  #fail(clientSecret: string, code: string, message: string, more: object = {}): IntentAnswer {
    const answer = this.#become(clientSecret, 'requires_payment_method');
    if ('error' in answer) return answer;
    return { error: { type: 'card_error', code, message, payment_intent: answer.intent, ...more } };
  }
}
