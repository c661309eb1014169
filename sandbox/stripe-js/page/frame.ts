import type { FrameRequest, FrameSettings, FromFrame, IntentResult, ToFrame } from '../messages.ts';
import { connectionError } from './errors.ts';

/** Where the sandbox is and which app it serves; defined by the bundler (scripts.ts). */
declare const PROMPTARIUM_SANDBOX: { origin: string; appOrigin: string };
export const SANDBOX = PROMPTARIUM_SANDBOX;

const HELLO_WITHIN_MILLISECONDS = 15_000;
/** Its scripts run before a frame counts as loaded; what a browser shows of one that is blocked counts as loaded too. */
const HELLO_AFTER_LOAD_MILLISECONDS = 2000;

interface FrameOptions {
  path: string;
  title: string;
  settings: FrameSettings;
  onMessage?(message: FromFrame): void;
}

/** An iframe of the sandbox's origin in the app's page, and the talk with it. */
export class Frame {
  readonly element = document.createElement('iframe');
  readonly #onMessage: (message: FromFrame) => void;
  readonly #hello = Promise.withResolvers<void>();
  /** Answers what is still asked when the frame goes away, or never came. */
  readonly #gone = Promise.withResolvers<Partial<IntentResult>>();
  #settings: FrameSettings;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #hasAnswered = false;

  constructor({ path, title, settings, onMessage = () => undefined }: FrameOptions) {
    this.#onMessage = onMessage;
    this.#settings = settings;
    this.element.src = SANDBOX.origin + path;
    this.element.title = title;
    this.element.style.border = '0';
    window.addEventListener('message', this.#receive);
  }

  /** From now on silence means a policy that blocks it, or no sandbox. @param container in the page */
  mount(container: HTMLElement): void {
    container.append(this.element);
    this.#silence = setTimeout(this.#giveUp, HELLO_WITHIN_MILLISECONDS);
    this.element.addEventListener('load', this.#expectHello, { once: true });
  }

  readonly #expectHello = (): void => {
    if (this.#hasAnswered) return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#giveUp, HELLO_AFTER_LOAD_MILLISECONDS);
  };

  readonly #giveUp = (): void => {
    const error = connectionError(
      `The payment form at ${SANDBOX.origin} did not answer. Is the sandbox running, and does the page's frame-src allow it?`,
    );
    this.#gone.resolve({ error });
    this.#onMessage({ kind: 'loaderror', error });
  };

  /** Changes what the frame goes by. */
  configure(change: Partial<FrameSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    void this.send({ kind: 'settings', settings: this.#settings });
  }

  async send(message: ToFrame, ...ports: MessagePort[]): Promise<void> {
    await this.#hello.promise;
    this.#post(message, ports);
  }

  #post(message: ToFrame, ports: MessagePort[] = []): void {
    this.element.contentWindow?.postMessage(message, SANDBOX.origin, ports);
  }

  /** @returns the frame's response; an error when the frame goes away in the meantime */
  ask(request: FrameRequest): Promise<Partial<IntentResult>> {
    const { port1, port2 } = new MessageChannel();
    const response = new Promise<Partial<IntentResult>>((done) => {
      port1.onmessage = ({ data }) => done(data);
    });
    void this.send({ kind: 'request', request }, port2);
    return Promise.race([response, this.#gone.promise]);
  }

  remove(): void {
    clearTimeout(this.#silence);
    window.removeEventListener('message', this.#receive);
    this.element.remove();
    const why = 'The payment form was removed from the page while it was needed.';
    this.#gone.resolve({ error: connectionError(why) });
  }

  readonly #receive = (event: MessageEvent): void => {
    if (event.origin !== SANDBOX.origin || event.source !== this.element.contentWindow) return;
    // From our own frame: its scripts send nothing else.
    const message = event.data as FromFrame;
    this.#onMessage(message);
    if (message.kind !== 'hello') return;
    // More than once when the page moves the element: the browser loads a moved frame again.
    clearTimeout(this.#silence);
    this.#hasAnswered = true;
    // Before everything that waits.
    this.#post({ kind: 'settings', settings: this.#settings });
    this.#hello.resolve();
  };
}
