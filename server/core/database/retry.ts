/** PostgreSQL ended a transaction so that another could go on: a deadlock, or an order it cannot give to both. */
const ENDED_FOR_ANOTHER = new Set(['40P01', '40001']);

/** Runs a transaction, and once more when PostgreSQL ended it for another one's sake. `work` must be repeatable. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || !ENDED_FOR_ANOTHER.has(code)) throw error;
    return await work();
  }
}
