import type { Db } from '#server/core/database/pool.ts';
import { addIncident } from './billing.incidents.queries.ts';
import type { ProviderLog } from './provider/provider.client.ts';

/**
 * Nobody who left may be charged, and what is claimed back of theirs is ours to know: a person has to look at this one.
 * @param incident `subject`: the customer at the provider, or the order; `detail`: the event's type, or what happened
 */
export async function reportEventForDeletedAccount(
  { db, log }: { db: Db; log: Pick<ProviderLog, 'error'> },
  { subject, detail }: { subject: string; detail: string },
): Promise<void> {
  log.error({ subject, detail }, 'a payment event for a deleted account');
  await addIncident(db, { kind: 'deleted_account_event', subject, detail });
}
