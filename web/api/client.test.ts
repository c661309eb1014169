import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeFetcher } from './client.ts';

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
])('a read whose answer %s fails in time', async (_, listener) => {
  const url = await serve(listener);
  await expect(makeFetcher(100)(url)).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect(makeFetcher(100)(url, new AbortController().signal)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('a read nobody waits for any more is given up at once', async () => {
  const url = await serve(() => undefined);
  await expect(makeFetcher(20_000)(url, AbortSignal.timeout(50))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  const leaving = new AbortController();
  const answer = makeFetcher(20_000)(url, leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('a read that is answered in time brings the answer', async () => {
  const url = await serve((_, reply) => reply.end('{}'));
  await expect(makeFetcher(5000)(url)).resolves.toMatchObject({ status: 200, text: '{}' });
});
