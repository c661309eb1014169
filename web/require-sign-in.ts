import { redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import type { RouterContext } from './router.tsx';

/**
 * Lets members on; visitors sign in first and come back.
 * @param returnUrl path and query to come back to
 * @throws the redirect to the sign-in page
 */
export async function requireSignIn({ queryClient }: RouterContext, returnUrl: string): Promise<void> {
  const auth = await queryClient.ensureQueryData(authQuery());
  if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl } });
}
