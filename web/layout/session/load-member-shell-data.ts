import type { QueryClient } from '@tanstack/react-query';
import { LIMITS } from '#contract/limits.ts';
import { interactionsQuery } from '#web/api/interactions.ts';
import { userQuery } from '#web/features/account/account.queries.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { LazyAddToCollectionButton } from '#web/features/collections/lazy-add-to-collection-button.ts';
import { unreadQuery } from '#web/features/notices/notices.queries.ts';

/** What the shell of a member's page shows. Never throws: what is missing is asked for again in the browser. */
export async function loadMemberShellData(queryClient: QueryClient): Promise<void> {
  await Promise.allSettled([
    LazyAddToCollectionButton.preload(),
    queryClient.ensureQueryData({ ...userQuery(), revalidateIfStale: true }),
    // In the browser the page asks, once it is there: what the server left out must not be in its first rendering.
    typeof window === 'undefined' ? queryClient.ensureQueryData(interactionsQuery()) : undefined,
    queryClient.ensureQueryData(categoriesQuery()),
    queryClient.ensureQueryData(statusQuery()),
    queryClient.ensureQueryData(unreadQuery()),
  ]);
  leaveOutTooMany(queryClient);
}

/** Who keeps thousands would get them with every page: their browser asks once instead. */
function leaveOutTooMany(queryClient: QueryClient): void {
  const { queryKey } = interactionsQuery();
  const count = Object.keys(queryClient.getQueryData(queryKey) ?? {}).length;
  if (typeof window === 'undefined' && count > LIMITS.interactionsInPage) {
    queryClient.removeQueries({ queryKey, exact: true });
  }
}
