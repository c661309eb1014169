import { type QueryClient, useQuery } from '@tanstack/react-query';
import { authQuery, userQuery, useUser } from '#web/features/account/account.queries.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { LazyMemberShell } from '../shell/lazy-member-shell.tsx';

/**
 * Everything the page shell shows about the viewer, for the state sent with the page. Never throws: a shell
 * that misses something asks again in the browser, and no page fails for it.
 */
export async function loadViewer(queryClient: QueryClient): Promise<void> {
  try {
    const auth = await queryClient.ensureQueryData(authQuery());
    const { queryKey } = userQuery();
    if (!auth.authenticated) {
      if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, null);
      return;
    }
    const [{ loadMemberShellData }] = await Promise.all([
      import('../shell/member-shell.tsx'),
      LazyMemberShell.preload(),
    ]);
    await loadMemberShellData(queryClient);
  } catch {
    // Unknown for now: the frame shows its spinner and asks again.
  }
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
