import { queryOptions } from '@tanstack/react-query';
import {
  type Authorization,
  type AuthorizationRequest,
  describeAuthorization,
  listGrants,
} from '#contract/oauth.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { endpointQuery, keyOf } from '#web/api/query.ts';

/** A request that is none is refused like all others: its page says what is wrong with it. */
export const authorizationQuery = (request: AuthorizationRequest) =>
  queryOptions({
    queryKey: keyOf(describeAuthorization, { query: request }),
    queryFn: async (context): Promise<Authorization> => {
      try {
        return await call(describeAuthorization, { query: request }, context);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        const message = `This app’s request is not valid: ${(error.problem?.message ?? 'it is too long').replace(': ', ' ')}.`;
        return { kind: 'refused', message, refusalUrl: null, redirectHost: null };
      }
    },
  });

export const grantsQuery = () => endpointQuery(listGrants, {});
