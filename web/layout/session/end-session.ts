import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { setSessionEnding } from '#web/api/session-ended.ts';
import { clearUser } from '#web/features/account/account.queries.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** How long the message is shown before the page is left. */
export const LOGGED_OUT_MILLISECONDS = 500;

/** Shown at any 401 while signed in. */
export const LOGGED_OUT = {
  title: 'Unauthorized',
  description: 'You are logged out. Logging in again...',
  variant: 'destructive',
} as const;

/** A toast, then the sign-in page, which leads back to the page that was wanted. */
export async function endSession(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  toast(LOGGED_OUT);
  await new Promise((resolve) => setTimeout(resolve, LOGGED_OUT_MILLISECONDS));
  // Where they were going to, when a page they asked for is on its way.
  // A shared link's values are nothing for the server, which gets this with the sign-in.
  const returnUrl = router.latestLocation.href.replace(/#with:.*/, '');
  try {
    await router.navigate({ to: '/login', search: { returnUrl }, replace: true });
    // After the page is left: before, it would be drawn once more, as a visitor's.
    queryClient.removeQueries({ type: 'inactive' });
    clearUser(queryClient);
  } finally {
    setSessionEnding(false);
  }
}
