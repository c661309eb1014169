import { type QueryClient, useQuery } from '@tanstack/react-query';
import { LIMITS } from '#contract/limits.ts';
import { interactionsQuery } from '#web/api/interactions.ts';
import { authQuery, userQuery, useUser } from '#web/features/account/account.queries.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { LazyCollectButton } from '#web/features/collections/lazy-collect-button.ts';
import { unreadQuery } from '#web/features/notices/notices.queries.ts';
import { paths } from '#web/paths.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { LazyMemberShell } from '../shell/lazy-member-shell.tsx';

/**
 * Everything a page's frame shows of who looks, for the state that travels with the page. Never
 * throws: a frame that misses something asks again in the browser, and no page fails for it.
 */
export async function loadViewer(queryClient: QueryClient): Promise<void> {
  try {
    const auth = await queryClient.ensureQueryData(authQuery());
    const { queryKey } = userQuery();
    if (!auth.authenticated) {
      if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, null);
      return;
    }
    await Promise.allSettled([
      LazyMemberShell.preload(),
      LazyCollectButton.preload(),
      queryClient.ensureQueryData({ ...userQuery(), revalidateIfStale: true }),
      // In the browser the page asks, once it is there: what the server left out must not be in its first rendering.
      typeof window === 'undefined' ? queryClient.ensureQueryData(interactionsQuery()) : undefined,
      queryClient.ensureQueryData(categoriesQuery()),
      queryClient.ensureQueryData(statusQuery()),
      queryClient.ensureQueryData(unreadQuery()),
    ]);
    leaveOutTooMany(queryClient);
  } catch {
    // Unknown for now: the frame shows its spinner and asks again.
  }
}

/** Who keeps thousands would get them with every page: their browser asks once instead. */
function leaveOutTooMany(queryClient: QueryClient): void {
  const { queryKey } = interactionsQuery();
  const count = Object.keys(queryClient.getQueryData(queryKey) ?? {}).length;
  if (typeof window === 'undefined' && count > LIMITS.interactionsInPage) {
    queryClient.removeQueries({ queryKey, exact: true });
  }
}

/** Whether the server draws this page once for everybody (STATIC_PAGES there): its state must not say who looks. */
export function isSameForEverybody(pathname: string): boolean {
  return pathname === paths.apiDocs();
}

/**
 * Runs once for the whole page: asks who looks where the page came without knowing. Not before the page is live: an answer
 * that arrives in the meantime would make its first rendering another than the server's.
 */
export function useViewerLookup(): void {
  const isUnknown = useUser() === undefined;
  const { isLive } = useClock();
  useQuery({ ...userQuery(), enabled: isUnknown && isLive });
}

/** When the call fails without a response, the viewer counts as signed out. */
export function useIsViewerUnknown(): boolean {
  const { data, isError } = useQuery({ ...userQuery(), enabled: false });
  return data === undefined && !isError;
}
