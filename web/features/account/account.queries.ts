import { queryOptions } from '@tanstack/react-query';
import type { AuthState } from '#contract/account.ts';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

/** Travels with the page, so that nothing waits to know who looks (DECISIONS 20). */
export function authQuery() {
  return queryOptions({
    queryKey: ['/api/auth/check'],
    queryFn: async (context) => readJson<AuthState>(await callApi(context, '/api/auth/check')),
  });
}
