import { checkAuth, getUser } from '#contract/account.ts';

type Listener = () => void;

/** These ask who is signed in: their 401 is a response, not the end of a session. */
const VIEWER_URLS: ReadonlySet<string> = new Set([getUser.url, checkAuth.url]);

const listeners = new Set<Listener>();
let isEnding = false;

export function isViewerEndpoint(path: string): boolean {
  return VIEWER_URLS.has(path);
}

/**
 * Called for every response with status 401. The listener (layout/session/session-watch.tsx) knows whether a member was
 * signed in, says so and leads to the sign-in page.
 */
export function reportUnauthorized(): void {
  for (const listener of listeners) listener();
}

export function onUnauthorized(listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True from the 401 until the sign-in page is shown: failures in between need no message. */
export function isSessionEnding(): boolean {
  return isEnding;
}

export function setSessionEnding(ending: boolean): void {
  isEnding = ending;
}
