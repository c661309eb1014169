import type { FrameRequest, FrameSettings, FromFrame, IntentResult, StripeError } from '../messages.ts';
import { connectionError, IntegrationError, refuseOthers, unsupported } from './errors.ts';
import { Frame } from './frame.ts';

type Listener = (event: object) => void;

/** The sandbox's form has the app's own design tokens: of how it shall look, only the theme is left to say. */
const isDark = ({ appearance }: { appearance?: { theme?: unknown } }) => appearance?.theme === 'night';

/** What `stripe.elements()` returns: one client secret and its Payment Element. */
export class Elements {
  settings: FrameSettings;
  #element: PaymentElement | undefined;
  /** `submit()` passed, and nothing has been confirmed since. */
  #isSubmitted = false;

  constructor(key: string, options: object) {
    // The language is accepted and has no effect: the form is in English.
    refuseOthers('stripe.elements() with', options, ['clientSecret', 'appearance', 'locale']);
    const { clientSecret } = options as { clientSecret?: unknown };
    if (typeof clientSecret !== 'string' || !/^pi_[^_]+_secret_.+/.test(clientSecret)) {
      throw new IntegrationError(
        'Invalid value for elements(): clientSecret should be a client secret, such as pi_123_secret_456.',
      );
    }
    this.settings = { key, clientSecret, isDark: isDark(options), isReadOnly: false };
  }

  create(type: string, options: object = {}): PaymentElement {
    if (type !== 'payment') unsupported(`elements.create('${type}')`);
    if (this.#element) {
      throw new IntegrationError(
        'Can only create one Element of type payment through this Elements instance.',
      );
    }
    this.#element = new PaymentElement(this.settings, options, () => {
      this.#element = undefined;
      this.#isSubmitted = false;
    });
    return this.#element;
  }

  /** The client secret of a group is for good. */
  update(options: object): void {
    refuseOthers('elements.update() with', options, ['appearance', 'locale']);
    if (!('appearance' in options)) return;
    this.settings = { ...this.settings, isDark: isDark(options as object) };
    this.#element?.configure({ isDark: this.settings.isDark });
  }

  /** Checks whether the form is filled in, and shows where it is not. */
  async submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
    const { error } = await this.#mounted().ask({ ask: 'validate' });
    this.#isSubmitted = error === undefined;
    return error ? { error } : { selectedPaymentMethod: 'card' };
  }

  /** Stripe asks for `submit()` before every confirmation; a sandbox that did not would hide its absence. */
  takeSubmission(): PaymentElement {
    const element = this.#mounted();
    if (!this.#isSubmitted)
      throw new IntegrationError('elements.submit() must be called before stripe.confirmPayment().');
    this.#isSubmitted = false;
    return element;
  }

  #mounted(): PaymentElement {
    if (this.#element?.isMounted) return this.#element;
    throw new IntegrationError('Invalid value: elements should have a mounted Payment Element.');
  }
}

/** The Payment Element: a card form in a frame the app cannot look into. */
export class PaymentElement {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onDestroy: () => void;
  #settings: FrameSettings;
  #frame: Frame | undefined;

  constructor(settings: FrameSettings, options: object, onDestroy: () => void) {
    this.#settings = settings;
    this.#onDestroy = onDestroy;
    this.update(options);
  }

  mount(container: HTMLElement): void {
    if (this.#frame?.element.parentElement === container) return;
    this.#frame?.remove();
    const frame = new Frame({
      path: '/elements/card',
      title: 'Secure payment input frame',
      settings: this.#settings,
      onMessage: (message) => this.#receive(message),
    });
    Object.assign(frame.element.style, { width: '100%', display: 'block', height: '248px' });
    this.#frame = frame;
    frame.mount(container);
  }

  destroy(): void {
    this.#frame?.remove();
    this.#frame = undefined;
    this.#listeners.clear();
    this.#onDestroy();
  }

  /** `layout` has no effect on a form that takes cards only. */
  update(options: object): void {
    refuseOthers('the Payment Element’s option', options, ['readOnly', 'layout', 'wallets']);
    if ('readOnly' in options) this.configure({ isReadOnly: options.readOnly === true });
  }

  /** For the group; not part of Stripe's interface. */
  configure(change: Partial<FrameSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#frame?.configure(change);
  }

  on(name: string, listener: Listener): this {
    if (name !== 'ready' && name !== 'loaderror') unsupported(`the Payment Element’s event ${name}`);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return this;
  }

  off(name: string, listener: Listener): this {
    this.#listeners.get(name)?.delete(listener);
    return this;
  }

  get isMounted(): boolean {
    return this.#frame !== undefined;
  }

  ask(request: FrameRequest): Promise<Partial<IntentResult>> {
    const missing = { error: connectionError('The payment form is not in the page.') };
    return this.#frame?.ask(request) ?? Promise.resolve(missing);
  }

  #receive(message: FromFrame): void {
    const { kind, ...event } = message;
    if (kind === 'ready' || kind === 'loaderror') {
      for (const listener of [...(this.#listeners.get(kind) ?? [])])
        listener({ elementType: 'payment', ...event });
    }
    if (message.kind === 'height') this.#frame?.element.style.setProperty('height', `${message.pixels}px`);
    if (message.kind === 'submit') this.#frame?.element.closest('form')?.requestSubmit();
  }
}
