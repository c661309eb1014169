import type { CachedResponse } from './cached-response.ts';
import type { Versioned } from './version-cache.ts';

interface Entry {
  response: CachedResponse;
  /** Of the library when its rendering began. */
  version: number;
  /** Served without being renewed until then. */
  freshUntil: number;
  /** Served while it is being renewed until then. */
  staleUntil: number;
  /** Served until then when rendering fails. */
  keptUntil: number;
  /** What of the library it shows (cache-tags.ts). */
  tags: ReadonlySet<string>;
  /** Bytes of the response and its key. */
  size: number;
}

/** Share of the memory for responses that were requested only once. */
const ONCE_SHARE = 0.25;

/** Half of the 30 s that counters on visitors' pages may lag behind. Milliseconds. */
const FRESH_FOR = 15_000;

/** All of those 30 s: an entry this old is not served any more, unless rendering fails. */
const STALE_FOR = 30_000;

/** How long after a failed rendering an entry is served before requests wait for another attempt. */
const FAILURE_GRACE = 5000;

/**
 * How long a response that a change of the library overtook while it was rendered is served, while another is rendered:
 * long enough that requests do not pile up behind that one, and no longer, since it may show what was just retired.
 */
const OUTDATED_FOR = 1000;

/** Kept for the case that rendering fails (a database outage), and no longer: pages say "3 days ago". */
const KEPT_FOR = 3_600_000;

/** Entries in the order of their last use, bounded by bytes: the one not used for longest goes first. */
class Generation {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** In place of the one there was, if any. */
  set(key: string, entry: Entry): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.size;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  deleteTagged(tags: readonly string[]): void {
    for (const [key, entry] of this.#entries) {
      if (tags.some((tag) => entry.tags.has(tag))) this.delete(key);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}

/**
 * Responses for visitors, bounded by bytes. Holds only what every visitor may see. `version` changes whenever the
 * library does, and what the change touches is dropped: a retired or locked prompt must not be shown from here. Counters
 * (favorites, votes, copies, comments) drop nothing: entries age, are served stale for some seconds while they are
 * renewed (RFC 5861), and are gone before their counters are older than 30 s.
 *
 * Two generations: a response starts among those requested once and moves when it is requested again. So a walk over
 * many addresses (searches, a crawler, made-up parameters) evicts its own kind and never the pages everybody reads.
 */
export class ResponseCache implements Versioned {
  readonly #once: Generation;
  readonly #often: Generation;
  readonly #maxBytes: number;
  readonly #now: () => number;
  #version = 0;
  /** The version at which everything was dropped last. */
  #clearedAt = 0;
  /** By tag: the version at which it was changed last, since everything was dropped. */
  readonly #changedAt = new Map<string, number>();

  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#once = new Generation(maxBytes * ONCE_SHARE);
    this.#often = new Generation(maxBytes * (1 - ONCE_SHARE));
    this.#now = now;
  }

  get version(): number {
    return this.#version;
  }

  /** Nothing would ever be kept. */
  get isOff(): boolean {
    return this.#maxBytes === 0;
  }

  get bytes(): number {
    return this.#once.bytes + this.#often.bytes;
  }

  now(): number {
    return this.#now();
  }

  /** A response that may be served now; `isFresh` is false when it should be renewed in the meantime. */
  get(key: string): { response: CachedResponse; isFresh: boolean } | undefined {
    const entry = this.#find(key);
    const now = this.#now();
    if (entry === undefined || now > entry.staleUntil) return undefined;
    this.#once.delete(key);
    this.#often.set(key, entry);
    return { response: entry.response, isFresh: now <= entry.freshUntil };
  }

  /**
   * Keeps a response whose rendering began at `renderedAt`. One that shows what has changed since `version` is stale
   * from the beginning; one that a later rendering has overtaken is ignored.
   */
  set(
    key: string,
    response: CachedResponse,
    { version, renderedAt, tags }: { version: number; renderedAt: number; tags: readonly string[] },
  ): void {
    const size = response.bytes + key.length;
    const known = this.#find(key);
    if (size > this.#maxBytes / 10 || (known !== undefined && known.version > version)) return;
    const times = this.#isOutdated(version, tags)
      ? { freshUntil: -Infinity, staleUntil: this.#now() + OUTDATED_FOR, keptUntil: -Infinity }
      : {
          freshUntil: renderedAt + FRESH_FOR,
          staleUntil: renderedAt + STALE_FOR,
          keptUntil: renderedAt + KEPT_FOR,
        };
    const generation = this.#often.get(key) === undefined ? this.#once : this.#often;
    generation.set(key, { response, version, ...times, tags: new Set(tags), size });
  }

  /** The response to serve although it is too old, because rendering it again failed. */
  serveAfterFailure(key: string): CachedResponse | undefined {
    const entry = this.#find(key);
    const now = this.#now();
    if (entry === undefined || now > entry.keptUntil) return undefined;
    entry.staleUntil = Math.max(entry.staleUntil, now + FAILURE_GRACE);
    return entry.response;
  }

  /** The library changed in what these tags name; without any, in whatever it may be. */
  invalidate(tags: readonly string[] | undefined): void {
    if (tags === undefined) {
      this.clear();
      return;
    }
    for (const generation of [this.#once, this.#often]) generation.deleteTagged(tags);
    this.#version += 1;
    for (const tag of tags) this.#changedAt.set(tag, this.#version);
  }

  /** Drops everything. */
  clear(): void {
    for (const generation of [this.#once, this.#often]) generation.clear();
    this.#version += 1;
    this.#clearedAt = this.#version;
    this.#changedAt.clear();
  }

  #find(key: string): Entry | undefined {
    return this.#often.get(key) ?? this.#once.get(key);
  }

  /** Whether what these tags name has changed since that version. */
  #isOutdated(version: number, tags: readonly string[]): boolean {
    return this.#clearedAt > version || tags.some((tag) => (this.#changedAt.get(tag) ?? 0) > version);
  }
}
