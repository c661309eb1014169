import * as oidc from 'openid-client';
import { allowedPicture } from '#server/core/http/pictures.ts';
import { SignInFailure } from './account.failure.ts';

/** Where members sign in: Google, or on this machine a stand-in that speaks the same protocol. */
export interface GoogleSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What is kept between sending a browser away and its return. 256 random bits each. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who somebody is, as the provider has signed it. */
export interface Profile {
  issuer: string;
  subject: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

export interface GoogleClient {
  /** Where to send the browser. @throws SignInFailure when the provider cannot be discovered */
  authorizationUrl(secrets: SignInSecrets): Promise<string>;
  /**
   * Exchanges the code a browser came back with for a verified profile.
   * @param query of the callback, as it arrived
   * @throws SignInFailure for whatever the provider, the network or somebody in between did wrong
   */
  fetchProfile(query: string, secrets: SignInSecrets): Promise<Profile>;
}

/** Each call to the provider. Seconds; the library's own default is 30. */
const CALL_TIMEOUT = 4;

/** The provider's addresses are looked up again after this. Milliseconds. */
const DISCOVERY_AGE = 3_600_000;

/**
 * Google by OpenID Connect. Nothing is asked of it before somebody signs in, so the app starts without it; a
 * discovery that failed is tried again by the next sign-in.
 * @param redirectUri the address Google sends browsers back to, exactly as registered there
 */
export function createGoogleClient(settings: GoogleSettings, redirectUri: string): GoogleClient {
  let known: { configuration: oidc.Configuration; at: number } | undefined;
  let asking: Promise<oidc.Configuration> | undefined;

  function ask(): Promise<oidc.Configuration> {
    asking ??= discover(settings)
      .then((configuration) => {
        known = { configuration, at: performance.now() };
        return configuration;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  async function configuration(): Promise<oidc.Configuration> {
    if (known === undefined) return await ask();
    // Nobody waits for the fresh answer, and the old one serves while there is none.
    if (performance.now() - known.at > DISCOVERY_AGE) ask().catch(() => undefined);
    return known.configuration;
  }

  return {
    authorizationUrl: ({ state, nonce, codeVerifier }) =>
      failing('discovery', async () => {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      }),
    fetchProfile: (query, { state, nonce, codeVerifier }) =>
      failing('token', async () => {
        const tokens = await oidc.authorizationCodeGrant(
          await configuration(),
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          },
        );
        return profileOf(tokens.claims());
      }),
  };
}

function discover({ issuer, clientId, clientSecret }: GoogleSettings): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(issuer),
    clientId,
    // Stated, so that a token signed otherwise is refused whatever the provider says it supports.
    { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' },
    undefined,
    {
      timeout: CALL_TIMEOUT,
      // The settings allow plain HTTP on this machine only.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}

/**
 * Without a verified address there is no account: an address somebody merely typed could be anybody's.
 * @throws SignInFailure
 */
function profileOf(claims: oidc.IDToken | undefined): Profile {
  if (claims === undefined) throw new SignInFailure('the provider sent no ID token');
  // OpenID Connect Core section 2; the library lets an empty one through, and all such people would be one member.
  if (!/^[\x21-\x7e]{1,255}$/.test(claims.sub)) throw new SignInFailure('the subject is no identifier');
  const email = personText(claims['email'], 320);
  if (email === null || !email.includes('@')) throw new SignInFailure('the provider told no e-mail address');
  if (claims['email_verified'] !== true) throw new SignInFailure('the e-mail address is not verified');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    firstName: personText(claims['given_name'], 100) ?? personText(claims['name'], 100),
    lastName: personText(claims['family_name'], 100),
    profileImageUrl: allowedPicture(claims['picture']),
  };
}

/** A name as people may have chosen it, without what cannot be stored or would break a line. */
function personText(value: unknown, mostCharacters: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, mostCharacters);
  return text === '' ? null : text.toWellFormed();
}

async function failing<T>(step: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInFailure) throw error;
    throw new SignInFailure(`${step}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The words of RFC 6749 and OpenID Connect; any other may be somebody's text and is not repeated. */
const PROVIDER_ERROR =
  /^(?:access_denied|invalid_(?:request|client|grant|scope)|unauthorized_client|unsupported_\w+|server_error|temporarily_unavailable|interaction_required|login_required|account_selection_required|consent_required)$/;

/**
 * What may be logged. The library's own sentences hold no values; what the provider or a browser said is in
 * fields that are left out, because it can hold a code, a token or an address.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    return `the provider refused (${PROVIDER_ERROR.test(error.error) ? error.error : 'in words of its own'})`;
  }
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const cause = error.cause instanceof Error ? `: ${reasonOf(error.cause)}` : '';
  return `${error.message}${code}${cause}`;
}
