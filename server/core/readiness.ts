import type { FastifyInstance } from 'fastify';
import { unavailable } from './http/errors/problems.ts';

/**
 * Whether this process takes requests: 'starting' until the database is migrated, 'stopping' once asked to stop
 * (still serving, so that a load balancer has time to notice).
 */
export interface Readiness {
  state: 'starting' | 'ready' | 'stopping';
  /** One sentence for the log and the 503. */
  reason: string;
}

const SERVED_IN_ANY_STATE = /^\/(?:(?:healthz|readyz|robots\.txt)(?:\?|$)|assets\/)/;

/** Whether an address is answered whatever the state of this process or the database. */
export const isServedInAnyState = (url: string): boolean => SERVED_IN_ANY_STATE.test(url);

/** Refuses requests with 503 while the app is starting. */
export function installReadiness(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = readiness.state === 'starting' && !isServedInAnyState(request.url);
    done(isRefused ? unavailable(readiness.reason) : undefined);
  });
}
