import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Versioned } from '../version-cache.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export type Encoding = 'identity' | 'gzip' | 'br';

/** One form of an answer: its bytes, and the names and values of all its headers in the order they are written. */
export interface ReadyBody {
  bytes: Buffer;
  headers: readonly string[];
}

/** A whole answer with status 200, ready to be written: nothing is left to be made when it is asked for. */
export interface ReadyAnswer {
  etag: string;
  bodies: Readonly<Record<Encoding, ReadyBody>>;
  /** The headers of a 304, which has no body. */
  unchangedHeaders: readonly string[];
  bytes: number;
}

/** Smaller than this, the compressed form is not worth its header. */
const COMPRESS_FROM_BYTES = 1000;

/** Compresses once, so that serving costs nothing: on the fly it is six to eight times slower (STACK). */
export async function prepareAnswer(headers: Record<string, string>, body: Buffer): Promise<ReadyAnswer> {
  const isSmall = body.length < COMPRESS_FROM_BYTES;
  const [br, gz] = isSmall
    ? [body, body]
    : await Promise.all([brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), deflate(body)]);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const { 'content-type': contentType = '', ...others } = headers;
  const unchangedHeaders = Object.entries({ ...others, etag }).flat();
  const ready = (bytes: Buffer, encoding: Encoding): ReadyBody => ({
    bytes,
    headers: [
      ...unchangedHeaders,
      'content-type',
      contentType,
      'content-length',
      String(bytes.length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ],
  });
  const identity = ready(body, 'identity');
  return {
    etag,
    bodies: {
      identity,
      gzip: isSmall ? identity : ready(gz, 'gzip'),
      br: isSmall ? identity : ready(br, 'br'),
    },
    unchangedHeaders,
    bytes: body.length + (isSmall ? 0 : br.length + gz.length),
  };
}

/** The best encoding the client takes. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accepted)) return 'gzip';
  return 'identity';
}

/** Whether the client has this answer already: `If-None-Match` is a list, `*`, and compared weakly (RFC 9110). */
export function hasEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(2);
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

interface Entry {
  answer: ReadyAnswer;
  madeAt: number;
  /** Bytes of the answer and its key. */
  size: number;
}

/** Answers asked for once may take this part of the room. */
const SHARE_OF_ONCE = 0.25;

/** Pages say "3 days ago": however quiet the library, they are drawn again within this. Milliseconds. */
const MOST_AGE = 3_600_000;

/**
 * Ready answers for visitors, bounded by bytes. Holds only what every visitor may see. Emptied whole whenever the
 * library changes: on this node at once, on others by NOTIFY.
 *
 * Two generations, each least recently used first out: an answer starts among those asked for once and moves when
 * it is asked for again. So a walk over many addresses (searches, a crawler, made-up parameters) pushes out
 * its own kind and never the pages everybody reads.
 */
export class AnswerCache {
  readonly #once = new Map<string, Entry>();
  readonly #often = new Map<string, Entry>();
  readonly #mostBytes: number;
  readonly #now: () => number;
  #onceBytes = 0;
  #oftenBytes = 0;
  #version = 0;
  #libraryVersion = 0;
  /** Moves only when the library does: for what is computed from it and shows no counters. */
  readonly library: Versioned;

  constructor(mostBytes: number, now: () => number = () => performance.now()) {
    this.#mostBytes = mostBytes;
    this.#now = now;
    const libraryVersion = () => this.#libraryVersion;
    this.library = {
      get version() {
        return libraryVersion();
      },
    };
  }

  /** Changes whenever the answers are forgotten: one made before it must not be kept after it. */
  get version(): number {
    return this.#version;
  }

  /** Nothing would ever be kept: preparing answers is not worth it. */
  get isOff(): boolean {
    return this.#mostBytes === 0;
  }

  get bytes(): number {
    return this.#onceBytes + this.#oftenBytes;
  }

  get(key: string): ReadyAnswer | undefined {
    const entry = this.#often.get(key) ?? this.#once.get(key);
    if (entry === undefined) return undefined;
    this.#drop(key);
    if (this.#now() - entry.madeAt > MOST_AGE) return undefined;
    this.#often.set(key, entry);
    this.#oftenBytes += entry.size;
    this.#shrink();
    return entry.answer;
  }

  /** Keeps an answer made while the cache had `version`; ignored when the library changed since. */
  set(key: string, answer: ReadyAnswer, version: number): void {
    const size = answer.bytes + key.length;
    if (version !== this.#version || size > this.#mostBytes / 10) return;
    const isOften = this.#often.has(key);
    this.#drop(key);
    const entry = { answer, madeAt: this.#now(), size };
    if (isOften) {
      this.#often.set(key, entry);
      this.#oftenBytes += size;
    } else {
      this.#once.set(key, entry);
      this.#onceBytes += size;
    }
    this.#shrink();
  }

  /** The library changed. */
  clear(): void {
    this.#libraryVersion += 1;
    this.forgetAnswers();
  }

  /** What the answers show changed, but not the library: counters moved. */
  forgetAnswers(): void {
    this.#once.clear();
    this.#often.clear();
    this.#onceBytes = 0;
    this.#oftenBytes = 0;
    this.#version += 1;
  }

  #shrink(): void {
    const onceMost = this.#mostBytes * SHARE_OF_ONCE;
    for (const oldest of this.#once.keys()) {
      if (this.#onceBytes <= onceMost) break;
      this.#drop(oldest);
    }
    for (const oldest of this.#often.keys()) {
      if (this.#oftenBytes <= this.#mostBytes - onceMost) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const often = this.#often.get(key);
    const once = this.#once.get(key);
    if (often !== undefined) {
      this.#often.delete(key);
      this.#oftenBytes -= often.size;
    }
    if (once !== undefined) {
      this.#once.delete(key);
      this.#onceBytes -= once.size;
    }
  }
}
