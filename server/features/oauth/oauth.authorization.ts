import type { Authorization, AuthorizationRequest } from '#contract/oauth.ts';
import { OAUTH_SCOPES, type OAuthScope } from '#contract/oauth-scopes.ts';
import { OAuthError } from './oauth.errors.ts';
import { mcpResource } from './oauth.metadata.ts';
import type { Client } from './oauth.queries.ts';
import { isLocal, isRegistered, redirectHost, withParameters } from './oauth.redirects.ts';

/** A request a member may allow, or why they may not. */
type ValidatedRequest =
  | {
      kind: 'valid';
      client: Client;
      redirectUri: string;
      codeChallenge: string;
      scopes: OAuthScope[];
      resource: string;
      state: string | undefined;
    }
  | Extract<Authorization, { kind: 'refused' }>;

/** RFC 7636 section 4.2: SHA-256 as base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Judges what a browser was sent with. Whatever is wrong, nobody is sent on without a click: anybody may register a
 * client, so an automatic redirect would lead from our address to any other (OAuth 2.1 section 7.12.2).
 * @param client undefined when there is none by that id
 */
export function validateAuthorizationRequest(
  request: AuthorizationRequest,
  client: Client | undefined,
  publicUrl: string,
): ValidatedRequest {
  const { redirect_uri: redirectUri = '', state } = request;
  if (client === undefined) return refused('We don’t know this app. Remove it there and connect it again.');
  if (!isRegistered(redirectUri, client.redirectUris)) {
    return refused('This app asked us to send you to an address that is not its own.');
  }
  try {
    return { kind: 'valid', client, redirectUri, state, ...readParameters(request, publicUrl) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const problem = { error: error.code, error_description: error.message };
    const refusalUrl = withParameters(redirectUri, { ...problem, state, iss: publicUrl });
    const message = `This app’s request is not valid: ${error.message}`;
    return { kind: 'refused', message, refusalUrl, redirectHost: redirectHost(redirectUri) };
  }
}

const refused = (message: string): ValidatedRequest => ({
  kind: 'refused',
  message,
  refusalUrl: null,
  redirectHost: null,
});

/** @throws OAuthError */
function readParameters(request: AuthorizationRequest, publicUrl: string) {
  const { code_challenge: codeChallenge = '' } = request;
  if (request.response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
  // Without a method the RFC means plain, which protects nothing.
  if (request.code_challenge_method !== 'S256' || !CHALLENGE.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'PKCE with S256 is required.');
  }
  return {
    codeChallenge,
    scopes: readScopes(request.scope),
    resource: readResource(request.resource, publicUrl),
  };
}

/**
 * Those we have; a client may ask for others, which it is not given (RFC 6749 section 3.3).
 * @throws OAuthError when none is left
 */
function readScopes(scope: string | undefined): OAuthScope[] {
  const wanted = scope?.split(' ').filter((word) => word !== '') ?? [];
  if (wanted.length === 0) return [...OAUTH_SCOPES];
  const known = OAUTH_SCOPES.filter((scopeName) => scopeName === 'read' || wanted.includes(scopeName));
  if (!wanted.some((word) => known.some((scopeName) => scopeName === word))) {
    throw new OAuthError('invalid_scope', `scope must name one of ${OAUTH_SCOPES.join(', ')}.`);
  }
  return known;
}

/**
 * The resource tokens will be for. Clients from before RFC 8707 name none: there is only one.
 * @throws OAuthError for any other
 */
export function readResource(resource: string | undefined, publicUrl: string): string {
  const { uri } = mcpResource(publicUrl);
  // As URLs: a host may be written in capitals (RFC 3986 section 6.2.2.1).
  if (resource === undefined || URL.parse(resource)?.href === new URL(uri).href) return uri;
  throw new OAuthError('invalid_target', `resource must be ${uri}.`);
}

/** What the page shows of a request. */
export function describeConsent(validated: ValidatedRequest, publicUrl: string): Authorization {
  if (validated.kind === 'refused') return validated;
  const { client, redirectUri, scopes, state } = validated;
  const refusal = { error: 'access_denied', error_description: 'The member did not allow it.' };
  return {
    kind: 'consent',
    clientName: client.name,
    redirectHost: redirectHost(redirectUri),
    isLocal: isLocal(redirectUri),
    scopes,
    refusalUrl: withParameters(redirectUri, { ...refusal, state, iss: publicUrl }),
  };
}
