import type { Overview } from '#contract/admin-overview.ts';
import type { Db } from '#server/core/database/pool.ts';
import { listIncidents } from '../../billing/billing.public.ts';

/** What somebody has to look at, as one part of the app sees it. */
export type WarningSource = (db: Db) => Promise<Overview['warnings']> | Overview['warnings'];

/** Every part of the app that has something to say adds its line here. */
const SOURCES: readonly WarningSource[] = [billingWarnings];

export async function findWarnings(db: Db): Promise<Overview['warnings']> {
  return (await Promise.all(SOURCES.map((source) => source(db)))).flat();
}

async function billingWarnings(db: Db): Promise<Overview['warnings']> {
  const incidents = await listIncidents(db);
  return incidents.map(({ kind, subject, detail, times }) => ({
    source: 'Payments',
    text:
      kind === 'key_refused'
        ? `The provider refuses our key for ${subject} (${detail}), ${times} times.`
        : `A payment event (${detail}) of a deleted account, customer ${subject}.`,
  }));
}
