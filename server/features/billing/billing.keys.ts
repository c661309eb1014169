import type { Db } from '#server/core/database/pool.ts';
import { ProviderAway } from './billing.problems.ts';
import { ProviderRefusal } from './billing.provider.ts';
import { countSpent, spendKey } from './billing-events.queries.ts';

/** Whether the provider has answered, with a failure: it repeats that to whoever comes with the same key for a day. */
export function isAnswered(error: unknown): boolean {
  return error instanceof ProviderRefusal || (error instanceof ProviderAway && error.isAnswered);
}

/**
 * Makes one thing at the provider: asked again after a lost answer, the same one. Under the member's lock.
 * @param name the same for the same thing, and for what is asked about it
 * @param work takes the key to send along
 */
export async function withKey<Made>(
  db: Db,
  name: string,
  work: (key: string) => Promise<Made>,
): Promise<Made> {
  const times = await countSpent(db, name);
  try {
    return await work(times === 0 ? name : `${name}-${times}`);
  } catch (error) {
    if (isAnswered(error)) await spendKey(db, name);
    throw error;
  }
}
