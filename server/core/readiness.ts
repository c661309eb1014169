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

/** @throws HttpProblem 503 while the app is starting */
export function requireReady(readiness: Readiness, url: string): void {
  if (readiness.state === 'starting' && !ALWAYS.test(url)) throw unavailable(readiness.reason);
}
