import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSessionEnding, onUnauthorized, setSessionEnding } from '#web/api/session-ended.ts';
import { userQuery, useUser } from '#web/features/account/account.queries.ts';
import { paths } from '#web/paths.ts';
import { clearOtherMembersStorage } from './clear-member-storage.ts';
import { useViewerLookup } from './viewer.ts';

/** Ends a session in the browser once the server says it is over. Whatever the member saw is forgotten with them. */
export function SessionWatch() {
  const router = useRouter();
  const queryClient = useQueryClient();
  useViewerLookup();
  usePrivateStorage();
  useEffect(() => {
    return onUnauthorized(() => {
      if (isSessionEnding() || !queryClient.getQueryData(userQuery().queryKey)) return;
      setSessionEnding(true);
      // Its file is here already, since a member looks.
      import('../shell/member-shell.tsx').then(
        ({ endSession }) => endSession(router, queryClient),
        () => location.assign(paths.login(router.latestLocation.pathname)),
      );
    });
  }, [router, queryClient]);
  return null;
}

/**
 * A shared computer keeps nothing of who signed out. The sign-in page is left alone: a session that ended by itself
 * leads there, and what was being written waits for the same member to come back.
 */
function usePrivateStorage(): void {
  const user = useUser();
  const memberId = user === undefined ? undefined : (user?.id ?? null);
  const isAtSignIn = useLocation({ select: ({ pathname }) => pathname === paths.login() });
  useEffect(() => {
    // What this browser keeps for when it is offline is a member's, at the sign-in page too.
    if (memberId === null) navigator.serviceWorker?.controller?.postMessage('visitor');
    if (memberId === undefined || (memberId === null && isAtSignIn)) return;
    try {
      clearOtherMembersStorage(memberId, localStorage);
      clearOtherMembersStorage(memberId, sessionStorage);
    } catch {
      // Storage is refused: then it holds nothing either.
    }
  }, [memberId, isAtSignIn]);
}
