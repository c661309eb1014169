type Listener = () => void;

/** These ask who is signed in: their 401 is an answer, no surprise. */
const ASKING = new Set(['/api/auth/user', '/api/auth/check']);

const listeners = new Set<Listener>();
let isEnding = false;

export function asksWhoIsSignedIn(path: string): boolean {
  return ASKING.has(path);
}

/**
 * Told by every call of the API that was answered 401. Who listens (layout/session-watch.tsx) knows whether a member
 * was signed in, says so and leads to the sign-in page.
 */
export function reportUnauthorized(): void {
  for (const listener of listeners) listener();
}

export function onUnauthorized(listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True from the 401 until the sign-in page stands: what fails meanwhile needs no words of its own. */
export function isSessionEnding(): boolean {
  return isEnding;
}

export function setSessionEnding(ending: boolean): void {
  isEnding = ending;
}
