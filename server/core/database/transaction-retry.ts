import { isOutdatedPlan } from './prepared-statements.ts';

/** PostgreSQL aborted a transaction in favor of another: a deadlock, or a serialization failure. */
const RETRYABLE = new Set(['40P01', '40001']);

/** Runs a transaction, and once more when PostgreSQL aborted it for a reason that has passed. `work` must be repeatable. */
export async function withTransactionRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isRetryable = typeof code === 'string' && RETRYABLE.has(code);
    if (!isRetryable && !isOutdatedPlan(error)) throw error;
    return await work();
  }
}
