import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { interactionPolicy, Provider } from 'oidc-provider';
// @ts-expect-error: the library's types leave it out.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { closeServer, listen } from '../http.ts';
import type { Identity } from '../people.ts';
import { createSignInPages } from './sign-in-pages.ts';

/** No secret: a client that can reach the sandbox may be anybody there anyway. */
const CLIENT = { id: 'promptarium-sandbox', secret: 'not-a-secret-this-is-the-sandbox' };

const SESSION_COOKIE = 'sandbox_session';

/** What the app needs to sign people in here, by the names of its settings. */
export interface IdentityCredentials {
  GOOGLE_ISSUER: string;
  GOOGLE_CLIENT_ID: string;
  GOOGLE_CLIENT_SECRET: string;
}

export interface SandboxIdentity {
  credentials: IdentityCredentials;
  close(): Promise<void>;
}

/**
 * A real OpenID provider on loopback, standing in for Google: it asks a person who to be and believes it.
 * Strict where Google is lenient: PKCE always, one redirect address. All in memory.
 * @param options.port 0 lets the system choose
 * @param options.appUrl where the app is: the only one served
 * @throws the listening error (EADDRINUSE…)
 */
export async function startSandboxIdentity(options: {
  port: number;
  appUrl: string;
}): Promise<SandboxIdentity> {
  const identities = new Map<string, Identity>();
  const server = createServer();
  const port = await listen(server, options.port);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = createProvider(issuer, options.appUrl, identities);
  const pages = await createSignInPages(provider, options.appUrl, identities);
  const protocol = provider.callback();

  server.on('request', (request, response) => {
    // Addresses in its responses are made of the Host header: with another one they would lead elsewhere.
    if (request.headers.host !== `127.0.0.1:${port}`) response.writeHead(421).end();
    else if (!pages(request, response)) {
      request.headers.cookie = withoutSession(request.headers.cookie);
      void protocol(request, response);
    }
  });
  return {
    credentials: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret },
    close: () => closeServer(server),
  };
}

function createProvider(issuer: string, appUrl: string, identities: ReadonlyMap<string, Identity>): Provider {
  return new Provider(issuer, {
    // The library's own; left out, it would warn of itself.
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${appUrl}/api/auth/google/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: { keys: [signingKey()] },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // As Google does: all of it is in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}`, policy: signInOnly() },
    cookies: {
      // Cookies know no ports: other names than the app's.
      names: { session: SESSION_COOKIE, interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
      keys: [randomBytes(32).toString('hex')],
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
    },
    findAccount: (_ctx, sub) => {
      const identity = identities.get(sub);
      return identity && { accountId: sub, claims: () => ({ sub, ...claimsOf(identity) }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain';
      ctx.body = `Sandbox sign-in: ${out.error}. ${out.error_description ?? ''}`;
    },
  });
}

function claimsOf({ email, firstName, lastName }: Identity) {
  return {
    email,
    email_verified: true,
    name: `${firstName} ${lastName}`.trim(),
    ...(firstName ? { given_name: firstName } : {}),
    ...(lastName ? { family_name: lastName } : {}),
  };
}

/** Without consent: there is one client. */
function signInOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

/** A person who signs out and in again is to be asked who to be, not to be recognized. */
function withoutSession(cookies: string | undefined): string {
  const others = cookies?.split(/;\s*/).filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
  return others?.join('; ') ?? '';
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    use: 'sig',
    alg: 'RS256',
  };
}
