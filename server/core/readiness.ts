import { unavailable } from './http/problems.ts';

/**
 * Whether this process takes requests: 'starting' until the database is migrated, 'stopping' once asked to end
 * (still answering, so that a balancer has time to notice).
 */
export interface Readiness {
  state: 'starting' | 'ready' | 'stopping';
  /** One sentence for whoever looks at the log or at the 503. */
  reason: string;
}

/** Addresses that answer whatever the state. */
const ALWAYS = /^\/(?:healthz|readyz|robots\.txt|assets\/)/;

/** Whether an address answers whatever happens to the database. */
export const isAlwaysAnswered = (url: string): boolean => ALWAYS.test(url);

/** @throws HttpProblem 503 while the app is starting */
export function requireReady(readiness: Readiness, url: string): void {
  if (readiness.state === 'starting' && !isAlwaysAnswered(url)) throw unavailable(readiness.reason);
}
