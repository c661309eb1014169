import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AnswerCache, prepareAnswer, type ReadyAnswer } from './answer-cache.ts';

/** An answer of that many bytes. */
const answerOf = (bytes: number): ReadyAnswer => ({
  etag: 'W/"x"',
  bodies: {
    identity: { bytes: Buffer.of(), headers: [] },
    gzip: { bytes: Buffer.of(), headers: [] },
    br: { bytes: Buffer.of(), headers: [] },
  },
  unchangedHeaders: [],
  bytes,
});

describe('the cache', () => {
  test('keeps no more bytes than it may', () => {
    const cache = new AnswerCache(10_000);
    for (let index = 0; index < 100; index += 1) {
      cache.set(`key${index}`, answerOf(900), cache.version);
      if (index % 2 === 0) cache.get(`key${index}`);
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.bytes).toBeGreaterThan(7000);
  });

  test('a walk over many addresses does not push out what is read often', () => {
    const cache = new AnswerCache(10_000);
    cache.set('home', answerOf(900), cache.version);
    cache.get('home');
    for (let index = 0; index < 1000; index += 1) cache.set(`search ${index}`, answerOf(900), cache.version);
    expect(cache.get('home')).toBeDefined();
    expect(cache.get('search 0')).toBeUndefined();
    expect(cache.get('search 999')).toBeDefined();
  });

  test('among those read often, the one not read for longest goes first', () => {
    const cache = new AnswerCache(10_000);
    for (let index = 0; index < 8; index += 1) {
      cache.set(`key${index}`, answerOf(900), cache.version);
      cache.get(`key${index}`);
    }
    cache.get('key0');
    cache.set('another', answerOf(900), cache.version);
    cache.get('another');
    expect(cache.get('key1')).toBeUndefined();
    expect(cache.get('key0')).toBeDefined();
  });

  test('an answer larger than a tenth of it is not kept', () => {
    const cache = new AnswerCache(10_000);
    cache.set('large', answerOf(1001), cache.version);
    expect(cache.bytes).toBe(0);
  });

  test('an answer is made anew after an hour, because it says how long ago things were', () => {
    let now = 0;
    const cache = new AnswerCache(10_000, () => now);
    cache.set('home', answerOf(100), cache.version);
    now = 3_600_000;
    expect(cache.get('home')).toBeDefined();
    now += 1;
    expect(cache.get('home')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  test('is empty after a change, and refuses what was made before it', () => {
    const cache = new AnswerCache(10_000);
    const before = cache.version;
    cache.set('a', answerOf(100), before);
    cache.clear();
    expect(cache.get('a')).toBeUndefined();
    cache.set('b', answerOf(100), before);
    expect(cache.get('b')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  test('of size 0 keeps nothing', () => {
    const cache = new AnswerCache(0);
    cache.set('a', answerOf(1), cache.version);
    expect(cache.get('a')).toBeUndefined();
  });
});

describe('a ready answer', () => {
  const text = 'Ein Gedicht über Äpfel. '.repeat(100);

  test('has the same text in all its encodings', async () => {
    const { bodies } = await prepareAnswer({ 'content-type': 'text/plain' }, Buffer.from(text));
    expect(bodies.identity.bytes.toString()).toBe(text);
    expect(gunzipSync(bodies.gzip.bytes).toString()).toBe(text);
    expect(brotliDecompressSync(bodies.br.bytes).toString()).toBe(text);
  });

  test('says its length and encoding; a 304 of it says neither', async () => {
    const answer = await prepareAnswer({ 'content-type': 'text/plain', vary: 'cookie' }, Buffer.from(text));
    const headersOf = (flat: readonly string[]) =>
      Object.fromEntries(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : [])));
    expect(headersOf(answer.bodies.br.headers)).toEqual({
      vary: 'cookie',
      etag: answer.etag,
      'content-type': 'text/plain',
      'content-encoding': 'br',
      'content-length': String(answer.bodies.br.bytes.length),
    });
    expect(headersOf(answer.unchangedHeaders)).toEqual({ vary: 'cookie', etag: answer.etag });
  });

  test('too small to compress is the same in every encoding', async () => {
    const { bodies } = await prepareAnswer({}, Buffer.from('small'));
    expect(bodies.br).toBe(bodies.identity);
    expect(bodies.gzip).toBe(bodies.identity);
  });
});
