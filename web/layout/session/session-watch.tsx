import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSessionEnding, onUnauthorized, setSessionEnding } from '#web/api/session-ended.ts';
import { clearUser, userQuery, useUser } from '#web/features/account/account.queries.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { clearOtherMembersStorage } from './clear-member-storage.ts';
import { useViewerLookup } from './viewer.ts';

/** How long the message is shown before the page is left. */
export const LOGGED_OUT_MILLISECONDS = 500;

/** Shown at any 401 while signed in. */
export const LOGGED_OUT = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'destructive',
} as const;

/**
 * Ends a session in the browser once the server says it is over: a toast, then the sign-in page, which leads back to
 * the page that was wanted. Whatever the member saw is forgotten with them.
 */
export function SessionWatch() {
  const router = useRouter();
  const queryClient = useQueryClient();
  useViewerLookup();
  usePrivateStorage();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function leave() {
      // Where they were going to, when a page they asked for is on its way.
      // A shared link's values are nothing for the server, which gets this with the sign-in.
      const returnUrl = router.latestLocation.href.replace(/#with:.*/, '');
      await router.navigate({ to: '/login', search: { returnUrl }, replace: true });
      // After the page is left: before, it would be drawn once more, as a visitor's.
      queryClient.removeQueries({ type: 'inactive' });
      clearUser(queryClient);
      setSessionEnding(false);
    }

    const stop = onUnauthorized(() => {
      if (isSessionEnding() || !queryClient.getQueryData(userQuery().queryKey)) return;
      setSessionEnding(true);
      toast(LOGGED_OUT);
      timer = setTimeout(() => void leave(), LOGGED_OUT_MILLISECONDS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
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
