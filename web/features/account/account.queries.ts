import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { checkAuth, getUser, type User } from '#contract/account.ts';
import { call } from '#web/api/call.ts';
import { isUnauthorized } from '#web/api/client.ts';
import { endpointQuery, keyOf } from '#web/api/query.ts';
import { reportUnauthorized } from '#web/api/session-ended.ts';

const FIVE_MINUTES = 300_000;

/** Travels with the page, so that nothing waits to know who looks. */
export const authQuery = () => endpointQuery(checkAuth, {});

/**
 * The member, or null for a visitor. Fresh for 5 minutes, kept for 10; travels with the page too.
 */
export function userQuery() {
  return queryOptions({
    queryKey: keyOf(getUser),
    queryFn: async (context): Promise<User | null> => {
      const { authenticated } = await context.client.ensureQueryData(authQuery());
      if (!authenticated) return null;
      try {
        return await call(getUser, {}, context);
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
        const known = context.client.getQueryData<User | null>(context.queryKey);
        if (!known) return null;
        // The session has ended. Keep the user until the session watch has finished signing out: it needs the id.
        reportUnauthorized();
        return known;
      }
    },
    staleTime: FIVE_MINUTES,
    // On the server a limited life would leave a timer behind each page.
    ...(import.meta.env.SSR ? {} : { gcTime: 2 * FIVE_MINUTES }),
  });
}

/**
 * The viewer: a member, null for a visitor, undefined while unknown. Reads what the page brought and never asks
 * itself.
 */
export function useUser(): User | null | undefined {
  return useQuery({ ...userQuery(), enabled: false }).data;
}

/** From now on a visitor: for when the server says so. */
export function clearUser(queryClient: QueryClient): void {
  queryClient.setQueryData(authQuery().queryKey, (auth) => auth && { ...auth, authenticated: false });
  queryClient.setQueryData(userQuery().queryKey, null);
}
