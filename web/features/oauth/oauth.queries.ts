import { type AuthorizationRequest, describeAuthorization, listGrants } from '#contract/oauth.ts';
import { endpointQuery } from '#web/api/query.ts';

export const authorizationQuery = (request: AuthorizationRequest) =>
  endpointQuery(describeAuthorization, { query: request });

export const grantsQuery = () => endpointQuery(listGrants, {});
