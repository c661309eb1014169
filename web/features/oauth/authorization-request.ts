import type { AuthorizationRequest } from '#contract/oauth.ts';

const NAMES = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const satisfies readonly (keyof AuthorizationRequest)[];

/** What an app asks for, from the query of the address it sent the browser to. */
export function readAuthorizationRequest(search: Record<string, unknown>): AuthorizationRequest {
  const given = NAMES.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}
