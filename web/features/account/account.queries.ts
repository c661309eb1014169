import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { AuthState, User } from '#contract/account.ts';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { reportUnauthorized } from '#web/api/session-ended.ts';

const FIVE_MINUTES = 300_000;

/** Travels with the page, so that nothing waits to know who looks (DECISIONS 20). */
export function authQuery() {
  return queryOptions({
    queryKey: ['/api/auth/check'],
    queryFn: async (context) => readJson<AuthState>(await callApi(context, '/api/auth/check')),
  });
}

/**
 * The member, or null for a visitor. Fresh for 5 minutes, kept for 10 (SPEC section 9); travels with the page too.
 */
export function userQuery() {
  return queryOptions({
    queryKey: ['/api/auth/user'],
    queryFn: async (context) => {
      const answer = await callApi(context, '/api/auth/user');
      if (answer.status !== 401) return readJson<User>(answer);
      const known = context.client.getQueryData<User | null>(context.queryKey);
      if (!known) return null;
      // A living session ended: what ends it in the browser needs to know whose it was until it is done.
      reportUnauthorized();
      return known;
    },
    staleTime: FIVE_MINUTES,
    // On the server a limited life would leave a timer behind each page.
    ...(import.meta.env.SSR ? {} : { gcTime: 2 * FIVE_MINUTES }),
  });
}

/**
 * Who looks: a member, null for a visitor, undefined while nobody knows. Reads what the page brought and never asks
 * itself.
 */
export function useUser(): User | null | undefined {
  return useQuery({ ...userQuery(), enabled: false }).data;
}

/** From now on a visitor: for when the server says so. */
export function forgetUser(queryClient: QueryClient): void {
  queryClient.setQueryData(authQuery().queryKey, (auth) => auth && { ...auth, authenticated: false });
  queryClient.setQueryData(userQuery().queryKey, null);
}
