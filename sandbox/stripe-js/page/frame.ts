import type { FrameRequest, FrameSettings, FromFrame, IntentResult, ToFrame } from '../messages.ts';
import { connectionError } from './errors.ts';

/** Where the sandbox is and which app it serves; defined by the bundler (scripts.ts). */
declare const PROMPTARIUM_SANDBOX: { origin: string; appOrigin: string };
export const SANDBOX = PROMPTARIUM_SANDBOX;

const HELLO_WITHIN_MILLISECONDS = 15_000;

interface FrameOptions {
  path: string;
  title: string;
  settings: FrameSettings;
  onMessage(message: FromFrame): void;
  /** It never said hello: blocked by a policy, or the sandbox is gone. */
  onSilence?(message: string): void;
}

/** An iframe of the sandbox's origin in the app's page, and the talk with it. */
export class Frame {
  readonly element = document.createElement('iframe');
  readonly #options: FrameOptions;
  readonly #pending = new Map<number, (response: Partial<IntentResult>) => void>();
  #settings: FrameSettings;
  #waiting: ToFrame[] = [];
  #hasSaidHello = false;
  #requestCount = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FrameOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.element.src = SANDBOX.origin + options.path;
    this.element.title = options.title;
    this.element.style.border = '0';
    window.addEventListener('message', this.#receive);
  }

  /** Call once the element is in the page: from now on silence means that something is wrong. */
  expectHello(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const why = `The payment form at ${SANDBOX.origin} did not answer. Is the sandbox running, and does the page's frame-src allow it?`;
      this.#options.onSilence?.(why);
      this.#giveUp(why);
    }, HELLO_WITHIN_MILLISECONDS);
  }

  /** Changes what the frame goes by. */
  configure(change: Partial<FrameSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    if (this.#hasSaidHello) this.#post({ kind: 'settings', settings: this.#settings });
  }

  send(message: ToFrame): void {
    if (this.#hasSaidHello) this.#post(message);
    else this.#waiting.push(message);
  }

  /** @returns the frame's response; an error when the frame goes away in the meantime */
  ask(request: FrameRequest): Promise<Partial<IntentResult>> {
    this.#requestCount += 1;
    const id = this.#requestCount;
    return new Promise((done) => {
      this.#pending.set(id, done);
      this.send({ kind: 'request', id, request });
    });
  }

  remove(): void {
    clearTimeout(this.#silence);
    window.removeEventListener('message', this.#receive);
    this.element.remove();
    this.#giveUp('The payment form was removed from the page while it was needed.');
  }

  #giveUp(why: string): void {
    for (const done of this.#pending.values()) done({ error: connectionError(why) });
    this.#pending.clear();
  }

  #post(message: ToFrame): void {
    this.element.contentWindow?.postMessage(message, SANDBOX.origin);
  }

  readonly #receive = (event: MessageEvent): void => {
    if (event.origin !== SANDBOX.origin || event.source !== this.element.contentWindow) return;
    // From our own frame: its scripts send nothing else.
    const message = event.data as FromFrame;
    if (message.kind === 'hello') this.#greet();
    else if (message.kind === 'response') {
      this.#pending.get(message.id)?.(message.response);
      this.#pending.delete(message.id);
    } else this.#options.onMessage(message);
  };

  /** More than once when the page moves the element: the browser loads a moved frame again. */
  #greet(): void {
    clearTimeout(this.#silence);
    this.#hasSaidHello = true;
    this.#post({ kind: 'settings', settings: this.#settings });
    for (const message of this.#waiting) this.#post(message);
    this.#waiting = [];
  }
}
