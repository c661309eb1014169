import { AsyncLocalStorage } from 'node:async_hooks';
import { withTimeout } from '#server/core/with-timeout.ts';

/** Of the operation that is running, by performance.now(). */
const deadlines = new AsyncLocalStorage<number>();

/** The deadline of the operation that is running; infinite outside of any. */
export const currentDeadline = (): number => deadlines.getStore() ?? Number.POSITIVE_INFINITY;

/**
 * Runs work whose calls to the provider must all have ended by then; a deadline that is earlier stays.
 * @param milliseconds from now
 */
export function withDeadline<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  return deadlines.run(Math.min(performance.now() + milliseconds, currentDeadline()), work);
}

/** Runs work that must be finished although the operation's deadline has passed: what undoes or records a charge. */
export function withNewDeadline<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  return deadlines.run(performance.now() + milliseconds, work);
}

/** As work, or rejects at the current deadline; work then continues without its caller. */
export function rejectAtDeadline<Result>(work: Promise<Result>, passed: () => Error): Promise<Result> {
  return withTimeout(work, currentDeadline() - performance.now(), () => {
    throw passed();
  });
}
