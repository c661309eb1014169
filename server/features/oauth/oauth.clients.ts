import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { OAuthError } from './oauth.errors.ts';
import type { Client } from './oauth.queries.ts';
import { hasPrivateScheme, isRedirectUri, redirectHost } from './oauth.redirects.ts';

/** Finds a client by what it calls itself; undefined when there is none. */
export type FindClient = (id: string, log: FastifyBaseLogger) => Promise<Client | undefined>;

/** What we read of a client's metadata (RFC 7591 section 2); the rest is ignored. */
const metadataSchema = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(SERVER_LIMITS.clientRedirectUris),
});

/** Control characters, and those that turn the direction of text or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * A client as its metadata describe it.
 * @throws OAuthError in the words of RFC 7591
 */
export function clientOf(metadata: unknown, id: string = randomUUID()): Client {
  const read = metadataSchema.safeParse(metadata);
  if (!read.success) {
    throw new OAuthError(
      'invalid_client_metadata',
      `redirect_uris must be a list of 1 to ${SERVER_LIMITS.clientRedirectUris} addresses.`,
    );
  }
  const { client_name: name = '', redirect_uris: wanted } = read.data;
  // Programs name one of these beside others: what they are registered with tells them which may be used.
  const redirectUris = wanted.filter((uri) => !hasPrivateScheme(uri));
  const [first] = redirectUris;
  if (first === undefined || !redirectUris.every(isRedirectUri)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris must be https, or http on localhost, 127.0.0.1 or [::1], without a fragment.',
    );
  }
  return { id, name: cleanName(name) || redirectHost(first), redirectUris };
}

/** One line that looks like what it is. */
function cleanName(name: string): string {
  const plain = name.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  return [...plain].slice(0, SERVER_LIMITS.clientNameCharacters).join('');
}

/** RFC 7591 section 3.2.1. All clients are public: a secret in a program that people install is none. */
export const registrationOf = ({ id, name, redirectUris }: Client) => ({
  client_id: id,
  client_id_issued_at: Math.floor(Date.now() / 1000),
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});
