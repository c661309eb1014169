import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeResponse } from './cached-response.ts';

const text = 'Ein Gedicht über Äpfel. '.repeat(100);

test('it has the same text in all encodings', async () => {
  const { bodies } = await encodeResponse({ 'content-type': 'text/plain' }, Buffer.from(text));
  expect(bodies.identity.bytes.toString()).toBe(text);
  expect(gunzipSync(bodies.gzip.bytes).toString()).toBe(text);
  expect(brotliDecompressSync(bodies.br.bytes).toString()).toBe(text);
});

test('it states its length and encoding; its 304 states neither', async () => {
  const response = await encodeResponse({ 'content-type': 'text/plain', vary: 'cookie' }, Buffer.from(text));
  const headersOf = (flat: readonly string[]) =>
    Object.fromEntries(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : [])));
  expect(headersOf(response.bodies.br.headers)).toEqual({
    vary: 'cookie',
    etag: response.etag,
    'content-type': 'text/plain',
    'content-encoding': 'br',
    'content-length': String(response.bodies.br.bytes.length),
  });
  expect(headersOf(response.notModifiedHeaders)).toEqual({ vary: 'cookie', etag: response.etag });
});

test('a response too small to compress is the same in every encoding', async () => {
  const { bodies } = await encodeResponse({}, Buffer.from('small'));
  expect(bodies.br).toBe(bodies.identity);
  expect(bodies.gzip).toBe(bodies.identity);
});

test('its bytes keep no more memory than their own', async () => {
  const { bodies, bytes } = await encodeResponse({}, Buffer.from(text));
  expect(Object.values(bodies).reduce((sum, body) => sum + body.bytes.buffer.byteLength, 0)).toBe(bytes);
});
