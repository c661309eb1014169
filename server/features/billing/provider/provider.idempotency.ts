import type { Db } from '#server/core/database/pool.ts';
import type { Lease } from '#server/core/jobs/leases.ts';
import { hasResponded } from './provider.errors.ts';
import { countRetiredKeys, retireKey } from './provider.idempotency.queries.ts';

/**
 * Creates one object at the provider: repeated after a lost response, the same one. A key whose request failed is retired,
 * because the provider would repeat that response for a day.
 * @param name the same for the same object and the same request parameters
 * @param create takes the idempotency key
 */
export async function withIdempotencyKey<Created>(
  { db, lease }: { db: Db; lease: Lease },
  name: string,
  create: (key: string) => Promise<Created>,
): Promise<Created> {
  const retired = await countRetiredKeys(db, name);
  try {
    return await create(retired === 0 ? name : `${name}-${retired}`);
  } catch (error) {
    if (hasResponded(error)) await lease.write((transaction) => retireKey(transaction, name));
    throw error;
  }
}
