import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = 'identity' | 'gzip' | 'br';

/** A body in one encoding, and the names and values of all its headers in the order they are written. */
export interface EncodedBody {
  bytes: Buffer;
  headers: readonly string[];
}

/** A complete response with status 200 in all its encodings: serving it computes nothing. */
export interface CachedResponse {
  etag: string;
  bodies: Readonly<Record<Encoding, EncodedBody>>;
  /** The headers of a 304, which has no body. */
  notModifiedHeaders: readonly string[];
  /** Of all bodies together. */
  bytes: number;
}

/** Below this size the compressed form is not worth its header. */
const COMPRESS_FROM_BYTES = 1000;

/** Compresses once, so that serving costs nothing: compressing on the fly is six to eight times slower. */
export async function encodeResponse(headers: Record<string, string>, body: Buffer): Promise<CachedResponse> {
  const isSmall = body.length < COMPRESS_FROM_BYTES;
  const [br, gz] = isSmall
    ? [body, body]
    : await Promise.all([
        compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
        compressGzip(body),
      ]);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const { 'content-type': contentType = '', ...others } = headers;
  const notModifiedHeaders = Object.entries({ ...others, etag }).flat();
  const encoded = (bytes: Buffer, encoding: Encoding): EncodedBody => ({
    bytes,
    headers: [
      ...notModifiedHeaders,
      'content-type',
      contentType,
      'content-length',
      String(bytes.length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ],
  });
  const identity = encoded(body, 'identity');
  return {
    etag,
    bodies: {
      identity,
      gzip: isSmall ? identity : encoded(gz, 'gzip'),
      br: isSmall ? identity : encoded(br, 'br'),
    },
    notModifiedHeaders,
    bytes: body.length + (isSmall ? 0 : br.length + gz.length),
  };
}

/** The best encoding the client accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accepted)) return 'gzip';
  return 'identity';
}

/** Whether the client has this response already: `If-None-Match` is a list or `*`, compared weakly (RFC 9110). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(2);
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
