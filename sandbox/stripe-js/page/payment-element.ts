import type { FrameSettings, FromFrame, IntentResult, Question } from '../messages.ts';
import { connectionError, IntegrationError, refuseOthers, unsupported } from './errors.ts';
import { Frame } from './frame.ts';

type Listener = (event: object) => void;

const EVENTS = [
  'ready',
  'change',
  'focus',
  'blur',
  'escape',
  'loaderror',
  'loaderstart',
  'savedpaymentmethodremove',
  'savedpaymentmethodupdate',
  'availablepaymentmethodschange',
];

/** Those beside `readOnly` have no effect on a form that takes cards only. */
const OPTIONS = [
  'readOnly',
  'layout',
  'business',
  'terms',
  'wallets',
  'fields',
  'paymentMethodOrder',
  'defaultValues',
];

/** The Payment Element: a card form in a frame the app cannot look into. */
export class PaymentElement {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onDestroy: () => void;
  #settings: FrameSettings;
  #frame: Frame | undefined;
  #isDestroyed = false;

  constructor(settings: FrameSettings, options: object, onDestroy: () => void) {
    this.#settings = settings;
    this.#onDestroy = onDestroy;
    this.update(options);
  }

  mount(target: string | HTMLElement): void {
    if (this.#isDestroyed) {
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    }
    const place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!place)
      throw new IntegrationError(
        `The selector you specified (${String(target)}) applies to no DOM elements.`,
      );
    if (this.#frame?.element.parentElement === place) return;
    this.unmount();
    const frame = new Frame({
      path: '/elements/card',
      title: 'Secure payment input frame',
      settings: this.#settings,
      onMessage: (message) => this.#receive(message),
      onSilence: (message) => this.#failToLoad(message),
    });
    frame.element.style.width = '100%';
    frame.element.style.display = 'block';
    frame.element.style.height = '260px';
    this.#frame = frame;
    place.replaceChildren(frame.element);
    frame.expectHello();
    // Whoever mounts attaches listeners only afterwards.
    setTimeout(() => this.#emit('loaderstart', { loader: 'auto' }));
  }

  unmount(): void {
    this.#frame?.remove();
    this.#frame = undefined;
  }

  destroy(): void {
    if (this.#isDestroyed) throw new IntegrationError('This Element has already been destroyed.');
    this.unmount();
    this.#isDestroyed = true;
    this.#listeners.clear();
    this.#onDestroy();
  }

  update(options: object): void {
    refuseOthers('the Payment Element’s option', options, OPTIONS);
    if ('readOnly' in options) this.configure({ isReadOnly: options.readOnly === true });
  }

  /** Of the group, not of Stripe's interface: another look, or other settings. */
  configure(change: Partial<FrameSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#frame?.configure(change);
  }

  on(name: string, listener: Listener): this {
    if (!EVENTS.includes(name)) unsupported(`the Payment Element’s event ${name}`);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return this;
  }

  once(name: string, listener: Listener): this {
    const once = (event: object) => {
      this.off(name, once);
      listener(event);
    };
    return this.on(name, once);
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.#listeners.get(name)?.delete(listener);
    else this.#listeners.delete(name);
    return this;
  }

  focus(): void {
    this.#frame?.element.focus();
    this.#frame?.send({ kind: 'focus' });
  }

  blur(): void {
    this.#frame?.send({ kind: 'blur' });
  }

  clear(): void {
    this.#frame?.send({ kind: 'clear' });
  }

  /** There is one way to pay, always open. */
  collapse(): void {}

  get isMounted(): boolean {
    return this.#frame !== undefined;
  }

  ask(question: Question): Promise<Partial<IntentResult>> {
    if (!this.#frame)
      return Promise.resolve({ error: connectionError('The payment form is not in the page.') });
    return this.#frame.ask(question);
  }

  #receive(message: FromFrame): void {
    if (message.kind === 'ready') this.#emit('ready', {});
    else if (message.kind === 'loaderror') this.#emit('loaderror', { error: message.error });
    else if (message.kind === 'focus' || message.kind === 'blur' || message.kind === 'escape') {
      this.#emit(message.kind, {});
    } else if (message.kind === 'change') {
      const { isEmpty: empty, isComplete: complete } = message;
      this.#emit('change', { empty, complete, collapsed: false, value: { type: 'card' } });
    } else if (message.kind === 'height') {
      this.#frame?.element.style.setProperty('height', `${message.pixels}px`);
    } else if (message.kind === 'submit') {
      this.#frame?.element.closest('form')?.requestSubmit();
    }
  }

  #failToLoad(message: string): void {
    this.#emit('loaderror', { error: connectionError(message) });
  }

  #emit(name: string, event: object): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      listener({ elementType: 'payment', ...event });
    }
  }
}
