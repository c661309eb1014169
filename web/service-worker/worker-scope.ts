/** What of a service worker's scope we use. TypeScript's own types of it cannot stand beside those of pages. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** Of a navigation, asked for while this script was starting. */
  readonly preloadResponse?: Promise<Response | undefined>;
  /** Of the page that a navigation makes. */
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}

interface MessageEventOfPage extends ExtendableEvent {
  readonly data: unknown;
  readonly source: { readonly id: string; postMessage(message: unknown): void } | null;
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEventOfPage) => void): void;
}

// The cast: in a service worker the global object is this one.
export const worker = globalThis as unknown as WorkerScope;

/** Written in by the build: what it is called, and the files that kept pages run. */
declare const __BUILD_ID__: string;
declare const __BUILD_FILES__: readonly string[];

export const BUILD_ID = __BUILD_ID__;
export const BUILD_FILES = __BUILD_FILES__;
