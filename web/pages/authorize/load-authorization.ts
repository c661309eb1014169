import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { safeReturnUrl } from '#contract/return-url.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { readAuthorizationRequest } from '#web/features/oauth/authorization-request.ts';
import { authorizationQuery } from '#web/features/oauth/oauth.queries.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

interface Loading {
  context: { queryClient: QueryClient };
  /** The query of the address, as it stands there. */
  deps: Record<string, unknown>;
  location: { href: string };
}

/** What an app asks a member for; visitors sign in first. */
export async function loadAuthorization({ context, deps, location }: Loading): Promise<void> {
  const { queryClient } = context;
  // Nobody could come back to it from signing in.
  if (safeReturnUrl(location.href) === undefined) return;
  const auth = await queryClient.ensureQueryData(authQuery());
  if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: location.href } });
  const query = authorizationQuery(readAuthorizationRequest(deps));
  await queryClient.fetchQuery({ ...query, staleTime: STALE_MILLISECONDS });
}
