import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ApiError, fetchInBrowser, isUnauthorized } from './client.ts';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each<[string, RequestListener]>([
  ['never begins', () => undefined],
  [
    'never ends',
    (_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' });
      reply.write('{"half":');
    },
  ],
])('a read whose response %s fails in time', async (_, listener) => {
  const url = await serve(listener);
  await expect(fetchInBrowser(url, { milliseconds: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect(
    fetchInBrowser(url, { milliseconds: 100, signal: new AbortController().signal }),
  ).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('a read that is no longer needed is aborted at once', async () => {
  const url = await serve(() => undefined);
  await expect(fetchInBrowser(url, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  const leaving = new AbortController();
  const response = fetchInBrowser(url, { signal: leaving.signal });
  leaving.abort();
  await expect(response).rejects.toMatchObject({ name: 'AbortError' });
});

test('a read that is answered in time returns the response', async () => {
  const url = await serve((_, reply) => reply.end('{}'));
  await expect(fetchInBrowser(url)).resolves.toMatchObject({ status: 200, text: '{}' });
});

test('only a 401 means signed out', () => {
  const response = (status: number) => new ApiError({ status, headers: {}, text: '{}' });
  expect(isUnauthorized(response(401))).toBe(true);
  for (const status of [400, 403, 404, 429, 500]) expect(isUnauthorized(response(status))).toBe(false);
  expect(isUnauthorized(new TypeError('fetch failed'))).toBe(false);
});
