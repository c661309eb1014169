import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AppSettings } from '../app.ts';

/** Claims and header of an ID token. */
type TokenPart = Record<string, unknown>;

/** How the next ID tokens differ from proper ones. */
export interface Misbehavior {
  /** Instead of, or besides, the proper claims; undefined leaves one out. */
  claims?: TokenPart;
  header?: TokenPart;
  /** Signs otherwise than with the published key. */
  signature?: (input: string, publicKey: KeyObject) => string;
  /** Changes the token after it was signed. */
  tamper?: (token: string) => string;
  /** No token at all. */
  isMissing?: boolean;
}

/** Where the provider misbehaves: it does not answer, or answers with an error. */
export type Outage = Partial<Record<'discovery' | 'token' | 'jwks', 'hangs' | 'fails' | 'ends'>>;

interface Grant {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

const PERSON: TokenPart = {
  sub: '108',
  email: 'mira@example.com',
  email_verified: true,
  given_name: 'Mira',
  family_name: 'Novak',
  picture: 'https://lh3.googleusercontent.com/a/mira=s96-c',
};

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * An OpenID provider for tests that hands out what it is told to: proper tokens, or such as an attacker would like
 * to see accepted. Strict about what it is sent: client, redirect address, PKCE and codes used once.
 */
export class TestProvider {
  readonly settings: NonNullable<AppSettings['google']>;
  /** Who signs in. */
  person: TokenPart = { ...PERSON };
  misbehavior: Misbehavior = {};
  outage: Outage = {};
  /** Paths it was asked for, in order. */
  calls: string[] = [];
  /** Everything secret it has seen or made: to be looked for in logs. */
  readonly secrets = new Set<string>();
  #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  #keyId = 'k1';
  readonly #grants = new Map<string, Grant>();
  readonly #server: Server | TlsServer;

  constructor(server: Server | TlsServer, issuer: string) {
    this.#server = server;
    this.settings = { issuer, clientId: 'the-app', clientSecret: `secret-${randomUUID()}` };
    this.secrets.add(this.settings.clientSecret);
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  /** The person agreed. @returns the address the browser is sent back to, on the app */
  authorize(location: string): string {
    const { searchParams } = new URL(location);
    const given = (name: string) => searchParams.get(name) ?? '';
    const [code, state, nonce, redirectUri] = [
      randomUUID(),
      given('state'),
      given('nonce'),
      given('redirect_uri'),
    ];
    this.#grants.set(code, { nonce, challenge: given('code_challenge'), redirectUri });
    for (const secret of [code, state, nonce]) this.secrets.add(secret);
    return `${new URL(redirectUri).pathname}?${new URLSearchParams({ code, state })}`;
  }

  /** As Google does every few weeks; what was signed with the last one is worth nothing any more. */
  replaceKeys(): void {
    this.#keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#keyId = randomUUID();
  }

  close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#server.closeAllConnections();
    return closed;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.calls.push(path);
    const step = path === '/token' ? 'token' : path === '/jwks' ? 'jwks' : 'discovery';
    const outage = this.outage[step];
    if (outage === 'hangs') return;
    if (outage === 'ends') {
      request.socket.destroy();
      return;
    }
    const [status, body] =
      outage === 'fails' ? [503, { error: 'temporarily_unavailable' }] : await this.#bodyOf(step, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async #bodyOf(step: keyof Outage, request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const { issuer } = this.settings;
    if (step === 'token') return this.#tokens(new URLSearchParams(await readText(request)));
    if (step === 'jwks') {
      const key = {
        ...this.#keys.publicKey.export({ format: 'jwk' }),
        kid: this.#keyId,
        use: 'sig',
        alg: 'RS256',
      };
      return [200, { keys: [key] }];
    }
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // More than a client should take.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    };
    return [200, metadata];
  }

  #tokens(form: URLSearchParams): [status: number, body: unknown] {
    const { clientId, clientSecret } = this.settings;
    const [code, verifier] = [form.get('code') ?? '', form.get('code_verifier') ?? ''];
    this.secrets.add(verifier);
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const isProper =
      grant?.redirectUri === form.get('redirect_uri') &&
      grant?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret;
    if (!grant || !isProper) return [400, { error: 'invalid_grant', error_description: `bad code ${code}` }];
    const idToken = this.misbehavior.isMissing ? undefined : this.#makeToken(grant.nonce);
    const accessToken = randomUUID();
    for (const secret of [accessToken, idToken]) if (secret) this.secrets.add(secret);
    return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 3600, id_token: idToken }];
  }

  #makeToken(nonce: string): string {
    const { claims, header, signature, tamper } = this.misbehavior;
    const { privateKey, publicKey } = this.#keys;
    const { issuer: iss, clientId: aud } = this.settings;
    const now = Math.floor(Date.now() / 1000);
    const proper = { iss, aud, iat: now, exp: now + 3600, nonce, ...this.person };
    const input = `${encode({ alg: 'RS256', kid: this.#keyId, typ: 'JWT', ...header })}.${encode({ ...proper, ...claims })}`;
    const signed =
      signature?.(input, publicKey) ?? sign('sha256', Buffer.from(input), privateKey).toString('base64url');
    const token = `${input}.${signed}`;
    return tamper?.(token) ?? token;
  }
}

/** @param tls a server of its own, that it speaks TLS by */
export async function startTestProvider(tls?: TlsServer): Promise<TestProvider> {
  const server = tls ?? createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return new TestProvider(server, `${tls ? 'https' : 'http'}://${host}`);
}

/** HMAC with whatever an attacker knows. */
export const hmac = (input: string, key: string): string =>
  createHmac('sha256', key).update(input).digest('base64url');

/** A valid signature by another key. */
export function signedWithWrongKey(input: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return sign('sha256', Buffer.from(input), privateKey).toString('base64url');
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return text;
}
