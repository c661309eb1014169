import { ProviderUnavailableError } from '../provider/provider.errors.ts';

/** More failures in a row than the circuit breaker needs: then it is the provider, not the item. */
const OUTAGE = 5;

export interface ReconcileResult {
  compared: number;
  /** Items that were not what the provider says. */
  repaired: number;
  failed: number;
}

/**
 * Compares items with the provider one by one; one that fails does not keep the others from it.
 * @param compare repairs the item and returns a line for every difference
 * @param report called with every line
 * @throws HttpProblem 503 when the provider stays unavailable: the rest would fail too
 */
export async function reconcileAll<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  nameOf: (item: Item) => string,
  compare: (item: Item) => Promise<string[]>,
  report: (line: string) => void,
): Promise<ReconcileResult> {
  const result: ReconcileResult = { compared: 0, repaired: 0, failed: 0 };
  let failuresInARow = 0;
  for await (const item of items) {
    result.compared += 1;
    try {
      const lines = await compare(item);
      failuresInARow = 0;
      if (lines.length > 0) result.repaired += 1;
      for (const line of lines) report(`${nameOf(item)}: ${line}`);
    } catch (error) {
      failuresInARow = error instanceof ProviderUnavailableError ? failuresInARow + 1 : 0;
      if (failuresInARow === OUTAGE) throw error;
      result.failed += 1;
      report(
        `${nameOf(item)}: could not be compared: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return result;
}
