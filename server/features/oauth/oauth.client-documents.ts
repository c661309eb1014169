import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Db } from '#server/core/database/pool.ts';
import { clientOf, type FindClient } from './oauth.clients.ts';
import { OAuthError } from './oauth.errors.ts';
import { findClient, findFreshClient, setDescribedClient } from './oauth.queries.ts';

/** From the name to the last byte. */
const TIMEOUT_MILLISECONDS = 4000;

const MAX_BYTES = 10_000;
const MAX_URL_CHARACTERS = 300;

/** How long a document is believed: what it says itself, between these. Seconds. */
const MIN_FRESH = 300;
const MAX_FRESH = 86_400;

/** What a client publishes about itself, and for how long it says that this holds. Seconds. */
interface ClientDocument {
  metadata: unknown;
  freshSeconds: number;
}

/** @throws Error when it cannot be read */
export type ReadDocument = (url: URL) => Promise<ClientDocument>;

/** Where to look for a document; tests have a server of their own. */
interface ReaderOptions {
  lookup?: typeof systemLookup;
  isPublic?: (address: string) => boolean;
  port?: number;
  ca?: string;
}

/**
 * The address a client goes by, where it is one of a metadata document: TLS, its default port, a name of the public DNS,
 * a path, and nothing a browser would show otherwise (draft-ietf-oauth-client-id-metadata-document section 3).
 */
export function documentUrl(clientId: string): URL | undefined {
  const url = clientId.length > MAX_URL_CHARACTERS ? null : URL.parse(clientId);
  if (url === null || url.protocol !== 'https:' || url.href !== clientId) return undefined;
  const { username, password, port, hash, hostname, pathname } = url;
  const isPlain = username === '' && password === '' && port === '' && hash === '' && !clientId.includes('#');
  const isName =
    isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.') && !hostname.endsWith('.');
  return isPlain && isName && pathname !== '/' ? url : undefined;
}

/**
 * Reads client metadata documents: one GET, no redirect, to public addresses alone. The name is looked up once and the
 * connection goes where that said, so no second answer can lead it into our own network (server-side request forgery).
 */
export function documentReader({
  lookup = systemLookup,
  isPublic = isPublicAddress,
  port = 443,
  ca,
}: ReaderOptions = {}): ReadDocument {
  const publicLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      const isRefused =
        !error && (first === undefined || !addresses.every(({ address }) => isPublic(address)));
      const failure = isRefused ? new Error('not a public address') : error;
      if (failure || options.all) callback(failure, addresses ?? []);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
  return async (url) => {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const headers = { accept: 'application/json', 'user-agent': 'Promptarium' };
    const options = { headers, lookup: publicLookup, port, signal, agent: false, ...(ca ? { ca } : {}) };
    const { promise, resolve, reject } = Promise.withResolvers<ClientDocument>();
    request(url, options, (response) => {
      const { statusCode, headers: sent } = response;
      const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(sent['content-type'] ?? '');
      if (statusCode !== 200 || !isJson) {
        response.destroy();
        reject(new Error(`answered ${statusCode} ${sent['content-type'] ?? ''}`));
        return;
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > MAX_BYTES) response.destroy(new Error('is too large'));
      });
      response.on('error', reject);
      response.on('end', () => {
        try {
          const metadata: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
          resolve({ metadata, freshSeconds: freshSeconds(sent['cache-control']) });
        } catch (error) {
          reject(error);
        }
      });
    })
      .on('error', reject)
      .end();
    return await promise;
  };
}

function freshSeconds(cacheControl = ''): number {
  const [, seconds] = /\bmax-age=(\d{1,9})/i.exec(cacheControl) ?? [];
  return Math.min(Math.max(Number(seconds ?? MIN_FRESH), MIN_FRESH), MAX_FRESH);
}

/**
 * Finds clients: those that registered by our id, those with a metadata document by its address. What a document says is
 * read again when it is no longer fresh.
 */
export function clientFinder(db: Db, readDocument: ReadDocument | undefined): FindClient {
  return async (id, log) => {
    const url = documentUrl(id);
    if (url === undefined) return await findClient(db, id);
    const known = await findFreshClient(db, id);
    if (known !== undefined || readDocument === undefined) return known;
    try {
      const { metadata, freshSeconds } = await readDocument(url);
      const client = clientOf(metadata, id);
      if (!describesItself(metadata, id))
        throw new OAuthError('invalid_client_metadata', 'is of another client');
      await setDescribedClient(db, { ...client, freshSeconds });
      return client;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.info({ clientHost: url.host, reason }, 'a client metadata document was refused');
      return undefined;
    }
  };
}

/** It has to name itself, and cannot hold a secret: everybody may read it (section 4.1 of the draft). */
function describesItself(metadata: unknown, id: string): boolean {
  const { client_id: named, client_secret: secret, token_endpoint_auth_method: method } = Object(metadata);
  return named === id && secret === undefined && !String(method).startsWith('client_secret');
}

const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Within the one block of IPv6 that is routed: tunnels into IPv4, benchmarks, documentation. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6');
const routed = new BlockList();
routed.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is anybody's on the internet (IANA's registries of special-purpose addresses). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && routed.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
