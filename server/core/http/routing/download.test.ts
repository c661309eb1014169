import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { VISITOR } from '../../sessions/viewer.ts';
import { installErrorHandler } from '../errors/error-handler.ts';
import { HttpProblem } from '../errors/problems.ts';
import { ConcurrentDownloads } from '../security/concurrent-downloads.ts';
import { Download } from './download.ts';
import { addRoute } from './routes.ts';

const endpoint = defineEndpoint({
  method: 'GET',
  url: '/file',
  access: 'public',
  summary: 'A file.',
  response: z.string(),
});

const CHUNK = 'x'.repeat(64_000);

let app: FastifyInstance;
let made: number;
let isLetGo: boolean;
let chunks: () => AsyncGenerator<string>;
let name: string;
let downloads: ConcurrentDownloads;

beforeEach(async () => {
  made = 0;
  isLetGo = false;
  name = 'file.txt';
  downloads = new ConcurrentDownloads(1);
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('viewer');
  app.addHook('onRequest', async (request) => {
    request.viewer = VISITOR;
  });
  installErrorHandler(app);
  addRoute(app, endpoint, { tag: 'test' }, () => {
    const begin = () => downloads.acquire('somebody');
    return new Download({ name, type: 'text/plain' }, chunks(), begin);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

async function* many(count: number): AsyncGenerator<string> {
  try {
    for (; made < count; made += 1) yield CHUNK;
  } finally {
    isLetGo = true;
  }
}

const port = () => {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

test('a file is sent whole, with its name and kind', async () => {
  chunks = () => many(40);
  const response = await app.inject({ url: '/file' });
  expect([response.statusCode, response.payload.length]).toEqual([200, 40 * CHUNK.length]);
  expect(response.headers).toMatchObject({
    'content-disposition': 'attachment; filename="file.txt"',
    'content-type': expect.stringContaining('text/plain'),
    'cache-control': 'private, no-store',
  });
  expect(isLetGo).toBe(true);
});

test('a download pauses for a client that does not read, and ends when the client disconnects', async () => {
  chunks = () => many(10_000);
  const socket = connect(port(), '127.0.0.1');
  socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((done) => socket.once('readable', done));
  // Until no more is made. What lies between is in the buffers of the two sockets: some megabytes, not 640.
  for (let before = -1; before !== made; await sleep(300)) before = made;
  expect(made).toBeLessThan(400);
  socket.destroy();
  await waitUntil('it is let go', () => isLetGo);
  expect(made).toBeLessThan(1000);
});

test('a download slot is held while a file is open, and released when the client disconnects', async () => {
  chunks = () => many(10_000);
  const socket = connect(port(), '127.0.0.1');
  socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((done) => socket.once('readable', done));
  const refused = await app.inject({ url: '/file' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  socket.destroy();
  await waitUntil('it is let go', () => isLetGo);
  made = 0;
  chunks = () => many(2);
  expect((await app.inject({ url: '/file' })).payload.length).toBe(2 * CHUNK.length);
});

test('a finished file releases its slot, also after a HEAD request', async () => {
  for (const method of ['GET', 'GET', 'HEAD', 'GET'] as const) {
    made = 0;
    isLetGo = false;
    chunks = () => many(2);
    expect([method, (await app.inject({ method, url: '/file' })).statusCode]).toEqual([method, 200]);
    // The response to HEAD is out before the file is made.
    await waitUntil('it is let go', () => isLetGo);
  }
});

test('a failure before the first chunk is an ordinary error response', async () => {
  chunks = async function* () {
    yield* [];
    throw new HttpProblem(503, 'Away.');
  };
  const response = await app.inject({ url: '/file' });
  expect([response.statusCode, response.json().message]).toEqual([503, 'Away.']);
  expect(response.headers['content-disposition']).toBeUndefined();
  chunks = () => many(1);
  expect((await app.inject({ url: '/file' })).statusCode).toBe(200);
});

test('a later failure aborts the connection, so a truncated file never looks complete', async () => {
  chunks = async function* () {
    yield CHUNK;
    await sleep(20);
    throw new Error('gone');
  };
  const response = await fetch(`http://127.0.0.1:${port()}/file`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect((await fetch(`http://127.0.0.1:${port()}/none`)).status).toBe(404);
});

test.each([
  ['a\r\nSet-Cookie: x=y.md', 'a-Set-Cookie-x-y.md'],
  ['"; filename="b.exe', '-filename-b.exe'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['.htaccess', 'htaccess'],
  ['Schöne Grüße 👍.md', 'Sch-ne-Gr-e-.md'],
  ['\0', 'file'],
])('the name %j cannot end the header or leave the folder', async (given, safe) => {
  name = given;
  chunks = () => many(1);
  const response = await app.inject({ url: '/file' });
  const kept = safe.replace(/^[.-]+/, '') || 'file';
  expect(response.headers['content-disposition']).toBe(`attachment; filename="${kept}"`);
  expect(response.headers['set-cookie']).toBeUndefined();
});
