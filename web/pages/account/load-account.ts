import type { QueryClient } from '@tanstack/react-query';
import {
  accountQuery,
  mailChoicesQuery,
  sessionsQuery,
} from '#web/features/account/account-settings.queries.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { billsQuery } from '#web/features/billing/plan/bills.queries.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

/** How long the page waits for bills, which would push down what is below them. */
const BILLS_MILLISECONDS = 500;

/** What the sections of the account show. */
export async function loadAccount({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  const { queryClient } = context;
  const staleTime = STALE_MILLISECONDS;
  await Promise.all([
    queryClient.fetchQuery({ ...accountQuery(), staleTime }),
    queryClient.fetchQuery({ ...sessionsQuery(), staleTime }),
    queryClient.fetchQuery({ ...mailChoicesQuery(), staleTime }),
    loadPlan(queryClient),
    queryClient.ensureInfiniteQueryData(recentsQuery()),
  ]);
}

async function loadPlan(queryClient: QueryClient): Promise<void> {
  const { asOf } = await queryClient.fetchQuery({ ...statusQuery(), staleTime: STALE_MILLISECONDS });
  if (asOf === null) return;
  await Promise.race([
    queryClient.prefetchQuery(billsQuery(asOf)),
    new Promise((resolve) => setTimeout(resolve, BILLS_MILLISECONDS)),
  ]);
}
