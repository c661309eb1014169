import type { Appearance, StripeError } from '../messages.ts';
import { IntegrationError, refuseOthers, unsupported } from './errors.ts';
import { PaymentElement } from './payment-element.ts';

/** Fonts and the language are taken and not used: the form is in English, in the page's own font or a system's. */
const OPTIONS = ['clientSecret', 'appearance', 'fonts', 'locale', 'loader'];

const SECRET = /^(pi|seti)_[^_]+_secret_.+/;

/** What `stripe.elements()` gives: one client secret and its Payment Element. */
export class Elements {
  readonly clientSecret: string;
  readonly #key: string;
  #appearance: Appearance;
  #element: PaymentElement | undefined;
  /** `submit()` said yes, and nothing has been confirmed since. */
  #isSubmitted = false;

  constructor(key: string, options: object) {
    refuseOthers('stripe.elements() with', options, OPTIONS);
    const { clientSecret, appearance = {} } = options as { clientSecret?: unknown; appearance?: Appearance };
    if (typeof clientSecret !== 'string') unsupported('stripe.elements() without clientSecret');
    if (!SECRET.test(clientSecret)) {
      throw new IntegrationError(
        'Invalid value for elements(): clientSecret should be a client secret, such as pi_123_secret_456.',
      );
    }
    this.#key = key;
    this.clientSecret = clientSecret;
    this.#appearance = appearance;
  }

  create(type: string, options: object = {}): PaymentElement {
    if (type !== 'payment') unsupported(`elements.create('${type}')`);
    if (this.#element) {
      throw new IntegrationError(
        'Can only create one Element of type payment through this Elements instance.',
      );
    }
    const settings = {
      key: this.#key,
      appearance: this.#appearance,
      isReadOnly: false,
      clientSecret: this.clientSecret,
    };
    const element = new PaymentElement(settings, options, () => {
      this.#element = undefined;
      this.#isSubmitted = false;
    });
    this.#element = element;
    return element;
  }

  getElement(type: string): PaymentElement | null {
    return type === 'payment' ? (this.#element ?? null) : null;
  }

  /** The client secret and the fonts of a group are for good. */
  update(options: object): void {
    refuseOthers('elements.update() with', options, ['appearance', 'locale']);
    if ('appearance' in options) {
      this.#appearance = options.appearance as Appearance;
      this.#element?.configure({ appearance: this.#appearance });
    }
  }

  async fetchUpdates(): Promise<{ error?: StripeError }> {
    if (!this.#element) return {};
    const { error } = await this.#element.ask({ ask: 'read', clientSecret: this.clientSecret });
    return error ? { error } : {};
  }

  /** Looks whether the form is filled in, and shows where it is not. */
  async submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
    const { error } = await this.mounted().ask({ ask: 'validate' });
    this.#isSubmitted = error === undefined;
    return error ? { error } : { selectedPaymentMethod: 'card' };
  }

  get appearance(): Appearance {
    return this.#appearance;
  }

  mounted(): PaymentElement {
    if (!this.#element?.isMounted) {
      throw new IntegrationError(
        'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element.',
      );
    }
    return this.#element;
  }

  /** Stripe asks for `submit()` before every confirmation; a sandbox that did not would hide its absence. */
  takeSubmission(name: string): PaymentElement {
    const element = this.mounted();
    if (!this.#isSubmitted)
      throw new IntegrationError(`elements.submit() must be called before stripe.${name}().`);
    this.#isSubmitted = false;
    return element;
  }
}
