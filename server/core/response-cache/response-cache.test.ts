import { describe, expect, test } from 'vitest';
import type { CachedResponse } from './cached-response.ts';
import { ResponseCache } from './response-cache.ts';

/** A response of that many bytes. */
const responseOf = (bytes: number): CachedResponse => ({
  etag: 'W/"x"',
  bodies: {
    identity: { bytes: Buffer.of(), headers: [] },
    gzip: { bytes: Buffer.of(), headers: [] },
    br: { bytes: Buffer.of(), headers: [] },
  },
  notModifiedHeaders: [],
  bytes,
});

/** Now, with the version it has now. */
const sinceNow = (cache: ResponseCache, tags: string[] = []) => ({
  version: cache.version,
  renderedAt: cache.now(),
  tags,
});

describe('memory', () => {
  test('keeps no more bytes than its limit', () => {
    const cache = new ResponseCache(10_000);
    for (let index = 0; index < 100; index += 1) {
      cache.set(`key${index}`, responseOf(900), sinceNow(cache));
      if (index % 2 === 0) cache.get(`key${index}`);
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.bytes).toBeGreaterThan(7000);
  });

  test('a crawl over many addresses does not evict what is read often', () => {
    const cache = new ResponseCache(10_000);
    cache.set('home', responseOf(900), sinceNow(cache));
    cache.get('home');
    for (let index = 0; index < 1000; index += 1)
      cache.set(`search ${index}`, responseOf(900), sinceNow(cache));
    expect(cache.get('home')).toBeDefined();
    expect(cache.get('search 0')).toBeUndefined();
    expect(cache.get('search 999')).toBeDefined();
  });

  test('among those read often, the one not read for longest goes first', () => {
    const cache = new ResponseCache(10_000);
    for (let index = 0; index < 8; index += 1) {
      cache.set(`key${index}`, responseOf(900), sinceNow(cache));
      cache.get(`key${index}`);
    }
    cache.get('key0');
    cache.set('another', responseOf(900), sinceNow(cache));
    cache.get('another');
    expect(cache.get('key1')).toBeUndefined();
    expect(cache.get('key0')).toBeDefined();
  });

  test('a response larger than a tenth of it is not kept', () => {
    const cache = new ResponseCache(10_000);
    cache.set('large', responseOf(1001), sinceNow(cache));
    expect(cache.bytes).toBe(0);
  });

  test('with a limit of 0 bytes it keeps nothing', () => {
    const cache = new ResponseCache(0);
    cache.set('a', responseOf(1), sinceNow(cache));
    expect(cache.get('a')).toBeUndefined();
  });
});

describe('age', () => {
  let now = 0;
  const openCache = () => {
    now = 0;
    const cache = new ResponseCache(10_000, () => now);
    cache.set('home', responseOf(100), sinceNow(cache));
    return cache;
  };

  test('a response is fresh, then stale, and not served any more after 30 seconds', () => {
    const cache = openCache();
    now = 15_000;
    expect(cache.get('home')?.isFresh).toBe(true);
    now = 15_001;
    expect(cache.get('home')?.isFresh).toBe(false);
    now = 30_000;
    expect(cache.get('home')?.isFresh).toBe(false);
    now = 30_001;
    expect(cache.get('home')).toBeUndefined();
  });

  test('the time its rendering took is part of its age', () => {
    const cache = openCache();
    const since = sinceNow(cache);
    now = 10_000;
    cache.set('slow', responseOf(100), since);
    now = 30_001;
    expect(cache.get('slow')).toBeUndefined();
  });

  test('when rendering fails, an old response is served for some seconds more, and none older than an hour', () => {
    const cache = openCache();
    now = 60_000;
    expect(cache.serveAfterFailure('home')).toBeDefined();
    now = 65_000;
    expect(cache.get('home')?.isFresh).toBe(false);
    now = 65_001;
    expect(cache.get('home')).toBeUndefined();
    now = 3_600_001;
    expect(cache.serveAfterFailure('home')).toBeUndefined();
    expect(cache.serveAfterFailure('unknown')).toBeUndefined();
  });

  test('a change of the library drops what it touches, and nothing else', () => {
    const cache = openCache();
    for (const tag of ['a', 'b', 'often a', 'often b']) {
      cache.set(tag, responseOf(100), sinceNow(cache, [tag.slice(-1), 'other']));
    }
    for (const key of ['often a', 'often b']) cache.get(key);
    const since = { ...sinceNow(cache), tags: ['b'] };
    const bytes = cache.bytes;
    cache.invalidate(['a', 'c']);
    const kept = (key: string) => cache.get(key) !== undefined;
    expect(['home', 'a', 'b', 'often a', 'often b'].map(kept)).toEqual([true, false, true, false, true]);
    expect(cache.serveAfterFailure('a')).toBeUndefined();
    expect(cache.bytes).toBe(bytes - 2 * 100 - 'a'.length - 'often a'.length);
    // Rendered across the change, which did not touch it.
    cache.set('late', responseOf(100), since);
    now = 15_000;
    expect(cache.get('late')?.isFresh).toBe(true);
  });

  test.each([
    ['one that touches it', ['a']],
    ['one of anything', undefined],
  ])('a response outdated by %s while it was rendered is served stale for a second', (_name, changed) => {
    const cache = openCache();
    const since = sinceNow(cache, ['a', 'b']);
    cache.invalidate(changed);
    cache.set('late', responseOf(100), since);
    now = 1000;
    expect(cache.get('late')?.isFresh).toBe(false);
    now = 1001;
    expect(cache.get('late')).toBeUndefined();
    // It may show what was retired: an outage does not bring it back.
    expect(cache.serveAfterFailure('late')).toBeUndefined();
  });

  test('what was rendered before a change never takes the place of what was rendered after it', () => {
    const cache = openCache();
    const since = sinceNow(cache, ['a']);
    cache.invalidate(['a']);
    cache.set('home', responseOf(200), sinceNow(cache, ['a']));
    cache.set('home', responseOf(100), since);
    expect(cache.get('home')).toMatchObject({ isFresh: true, response: { bytes: 200 } });
  });

  test('clearing removes everything', () => {
    const cache = openCache();
    cache.clear();
    expect(cache.get('home')).toBeUndefined();
    expect(cache.serveAfterFailure('home')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });
});
