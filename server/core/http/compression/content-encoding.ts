import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = 'identity' | 'gzip' | 'br';

/** Below this size the compressed form is not worth its header. */
const COMPRESS_FROM_BYTES = 1000;

export const isWorthCompressing = (body: Buffer) => body.length >= COMPRESS_FROM_BYTES;

/**
 * More work for bytes that are sent often: a page of 84 kB becomes 10.3 kB in 1.3 ms of processor time, or 11.5 kB in 0.4 ms
 * with brotli; 12.5 kB in 0.8 ms, or 14.5 kB in 0.4 ms with gzip.
 */
const EFFORT = {
  often: { brotli: {}, quality: 5, level: 6 },
  // A small window is made ready faster, and larger than nearly every page.
  once: { brotli: { [constants.BROTLI_PARAM_LGWIN]: 18 }, quality: 3, level: 1 },
};

/** Bytes that take no longer to compress than to hand to another thread and back: 0.2 ms for 25 kB, sent once. */
const COMPRESS_HERE_BYTES = 40_000;

/** On a thread of its own, not the one that serves, unless that takes longer. */
export async function compress(
  body: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  sent: keyof typeof EFFORT,
): Promise<Buffer> {
  const { brotli, quality, level } = EFFORT[sent];
  const isHere = sent === 'once' && body.length <= COMPRESS_HERE_BYTES;
  if (encoding === 'gzip') return isHere ? gzipSync(body, { level }) : await compressGzip(body, { level });
  const params = { ...brotli, [constants.BROTLI_PARAM_QUALITY]: quality };
  const options = { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } };
  return isHere ? brotliCompressSync(body, options) : await compressBrotli(body, options);
}

/** The best encoding the client accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accepted)) return 'gzip';
  return 'identity';
}
