import * as oidc from 'openid-client';
import { allowedProfileImage } from '#server/core/http/security/profile-images.ts';
import { ReauthenticationSkippedError, SignInCanceledError, SignInError } from './account.errors.ts';

/** The identity provider: Google, or on this machine a sandbox with the same protocol. */
export interface GoogleSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether it supports forced reauthentication: every provider but Google; otherwise in tests. */
  asksAgain?: boolean;
  /** Shorter in tests. */
  timeouts?: typeof SIGN_IN_TIMEOUTS;
}

/** A sign-in at the provider this long ago is no answer to having been asked again. Milliseconds. */
const MAX_PROOF_AGE = 10 * 60_000;

/** Milliseconds. Whatever hangs, the person gets a page within ten seconds. */
export const SIGN_IN_TIMEOUTS = {
  /** Of each call to the provider; the library's default is 30 seconds. */
  call: 4000,
  /** Of the redirect to the provider, and of the callback, as a whole. */
  step: 9000,
};

/** Kept between the redirect to the provider and the callback. 256 random bits each. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SignIn extends SignInSecrets {
  /** The person has to prove who they are: a browser that is signed in at the provider is not enough. */
  isReauthentication: boolean;
}

/** A person's identity, as signed by the provider. */
export interface Profile {
  issuer: string;
  subject: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  /** When the person last proved who they are; null when nobody knows. */
  provenAt: Date | null;
}

export interface GoogleClient {
  timeouts: typeof SIGN_IN_TIMEOUTS;
  /** The URL to redirect the browser to. @throws SignInFailure when the provider cannot be discovered */
  authorizationUrl(signIn: SignIn): Promise<string>;
  /**
   * Exchanges the code of a callback for a verified profile.
   * @param query of the callback, as it arrived
   * @throws SignInError for any error of the provider, the network or an attacker; SignInCanceledError when the
   *   person did not want to go on; ReauthenticationSkippedError when the provider did not ask them, where it should have
   */
  fetchProfile(query: string, signIn: SignIn): Promise<Profile>;
}

/**
 * Google supports neither `prompt=login` nor `max_age` (its "security bundle" guide): it can be made to show its list of
 * accounts, and says when the person last signed in there where "Session age claims" are on.
 */
const GOOGLE = 'https://accounts.google.com';

/** The provider's metadata is fetched again after this. Milliseconds. */
const DISCOVERY_AGE = 3_600_000;

/**
 * Google by OpenID Connect. Discovery happens at the first sign-in, so the app starts without it; after a failure the
 * next sign-in tries again.
 * @param redirectUri the callback URL, exactly as registered with Google
 */
export function createGoogleClient(settings: GoogleSettings, redirectUri: string): GoogleClient {
  const { asksAgain = settings.issuer !== GOOGLE } = settings;
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
    // Refreshed in the background; the old configuration stays in use in the meantime.
    if (performance.now() - known.at > DISCOVERY_AGE) ask().catch(() => undefined);
    return known.configuration;
  }

  return {
    timeouts: settings.timeouts ?? SIGN_IN_TIMEOUTS,
    authorizationUrl: ({ state, nonce, codeVerifier, isReauthentication }) =>
      failing('discovery', async () => {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(isReauthentication ? { prompt: asksAgain ? 'login' : 'select_account', max_age: '0' } : {}),
        });
        return url.href;
      }),
    fetchProfile: (query, { state, nonce, codeVerifier, isReauthentication }) =>
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
        const profile = profileOf(tokens.claims());
        if (!isReauthentication) return profile;
        // Google's list of accounts, with a press on one of them, is all it has where it says no time.
        const provenAt = profile.provenAt ?? (asksAgain ? null : new Date());
        if (provenAt === null || Date.now() - provenAt.getTime() > MAX_PROOF_AGE)
          throw new ReauthenticationSkippedError();
        return { ...profile, provenAt };
      }),
  };
}

function discover({
  issuer,
  clientId,
  clientSecret,
  timeouts = SIGN_IN_TIMEOUTS,
}: GoogleSettings): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(issuer),
    clientId,
    // Set explicitly, so that other signatures are refused whatever the provider claims to support.
    { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' },
    undefined,
    {
      // In seconds.
      timeout: timeouts.call / 1000,
      // The settings allow plain HTTP on this machine only.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}

/**
 * Requires a verified email address: an unverified one could belong to somebody else.
 * @throws SignInFailure
 */
function profileOf(claims: oidc.IDToken | undefined): Profile {
  if (claims === undefined) throw new SignInError('the provider sent no ID token');
  // OpenID Connect Core section 2; the library accepts an empty one, which would make all such people one member.
  if (!/^[\x21-\x7e]{1,255}$/.test(claims.sub)) throw new SignInError('the subject is no identifier');
  const email = profileText(claims['email'], 320);
  if (email === null || !email.includes('@')) throw new SignInError('the provider sent no email address');
  if (claims['email_verified'] !== true) throw new SignInError('the email address is not verified');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    firstName: profileText(claims['given_name'], 100) ?? profileText(claims['name'], 100),
    lastName: profileText(claims['family_name'], 100),
    profileImageUrl: allowedProfileImage(claims['picture']),
    provenAt: claims.auth_time === undefined ? null : new Date(Math.min(claims.auth_time * 1000, Date.now())),
  };
}

/** A name without control characters and half surrogate pairs, which cannot be stored or would break a line. */
function profileText(value: unknown, maxCharacters: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxCharacters);
  return text === '' ? null : text.toWellFormed();
}

async function failing<T>(step: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInError) throw error;
    if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
      throw new SignInCanceledError();
    throw new SignInError(`${step}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The error codes of RFC 6749 and OpenID Connect; any other text is untrusted and not logged. */
const PROVIDER_ERROR =
  /^(?:access_denied|invalid_(?:request|client|grant|scope)|unauthorized_client|unsupported_\w+|server_error|temporarily_unavailable|interaction_required|login_required|account_selection_required|consent_required)$/;

/**
 * A loggable reason. The library's messages hold no values; what the provider or a browser sent is in other fields,
 * which are left out because they can hold a code, a token or an address.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    return `the provider refused (${PROVIDER_ERROR.test(error.error) ? error.error : 'with an unknown error code'})`;
  }
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const cause = error.cause instanceof Error ? `: ${reasonOf(error.cause)}` : '';
  return `${error.message}${code}${cause}`;
}
