import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawResponse, request, sendRaw } from '#server/testing/raw-http.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await createTestApp();
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
});
afterAll(() => app.close());

async function sendOne(pieces: string | readonly string[], pause = 0): Promise<RawResponse> {
  const responses = await sendRaw(port, pieces, pause);
  expect(responses).toHaveLength(1);
  // Just checked.
  return responses[0] as RawResponse;
}

function expectProblem(response: RawResponse, status: number): void {
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.headers['connection']).toBe('close');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['x-content-type-options']).toBe('nosniff');
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  expect(response.headers['strict-transport-security']).toBeDefined();
  expect(JSON.parse(response.body)).toMatchObject({ status, message: expect.stringMatching(/\S/) });
}

const GET = 'GET /api/categories HTTP/1.1\r\nHost: localhost\r\n';
const POST = 'POST /api/logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const SECOND = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('an unsupported Expect header is answered with a problem document', async () => {
  expectProblem(await sendOne(`${GET}Expect: miracles\r\n\r\n`), 417);
  expectProblem(await sendOne(`${POST}Expect: 200-ok\r\nContent-Length: 2\r\n\r\n{}`), 417);
});

test('a path parameter or an address that is too long has all headers too', async () => {
  for (const target of [`/api/prompts/${'a'.repeat(300)}`, `/${'%61'.repeat(2000)}`, '/api/%zz', '/%']) {
    const response = await sendOne(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  }
  const long = await sendOne(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expectProblem(long, 431);
});

describe('ambiguous requests are refused, and nothing after them is read as another', () => {
  test.each([
    ['both lengths', `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`],
    [
      'two lengths that differ',
      `${POST}Content-Length: 0\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
    ],
    ['the same length twice', `${POST}Content-Length: 0\r\nContent-Length: 0\r\n\r\n${SECOND}`],
    [
      'two transfer encodings',
      `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${SECOND}`,
    ],
    ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['an unknown transfer encoding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['a folded header', `${GET}X-A: b\r\n c\r\nContent-Length : 1\r\n\r\n${SECOND}`],
    ['a bare line feed', `GET /api/categories HTTP/1.1\nHost: localhost\n\n${SECOND}`],
    ['a header name with a control character', `${GET}X-\x01A: b\r\n\r\n${SECOND}`],
    ['a NUL in a header value', `${GET}X-A: b\x00c\r\n\r\n${SECOND}`],
    ['a chunk length that is none', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n${SECOND}`],
    ['a negative length', `${POST}Content-Length: -1\r\n\r\n${SECOND}`],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a target that is none', `GET categories HTTP/1.1\r\nHost: localhost\r\n\r\n${SECOND}`],
  ])('%s', async (_name, bytes) => {
    expectProblem(await sendOne(bytes), 400);
  });

  test.each([
    ['no Host', 'GET /api/categories HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two Hosts', `${GET}Host: evil.example\r\nConnection: close\r\n\r\n`],
  ])('%s', async (_name, bytes) => {
    expectProblem(await sendOne(bytes), 400);
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect((await sendOne('GET /api/categories HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('a malformed request after a good one gets its own response, then the end', async () => {
    const responses = await sendRaw(port, [`${GET}\r\n`, 'NONSENSE\r\n\r\n'], 300);
    expect(responses.map((response) => response.status)).toEqual([200, 400]);
  });
});

describe('requests that are too large', () => {
  test('17 kB of one header: 431', async () => {
    expectProblem(await sendOne(request('/', { headers: [`X-A: ${'a'.repeat(17_000)}`] })), 431);
  });

  test('2,000 headers: 431', async () => {
    const headers = Array.from({ length: 2000 }, (_, index) => `X-Header-${index}: a`);
    expectProblem(await sendOne(request('/', { headers })), 431);
  });

  test('an address of 17 kB: 431', async () => {
    expectProblem(await sendOne(request(`/search?q=${'a'.repeat(17_000)}`)), 431);
  });

  test('an address of 15 kB: a response', async () => {
    expect((await sendOne(request(`/api/prompts/search?q=${'a'.repeat(15_000)}`))).status).toBe(400);
  });

  test('a body above 100 kB: 413, whether it announces its length or not', async () => {
    const head = 'Content-Type: application/json';
    const origin = 'Origin: http://localhost:3000';
    const long = await sendOne(
      request('/api/logout', { method: 'POST', headers: [head, origin, 'Content-Length: 100001'] }),
    );
    expect(long.status).toBe(413);
    const chunk = `18700\r\n"${'a'.repeat(0x18700 - 1)}\r\n0\r\n\r\n`;
    const headers = [head, origin, 'Transfer-Encoding: chunked'];
    const chunked = await sendOne(request('/api/logout', { method: 'POST', headers, body: chunk }));
    expect(chunked.status).toBe(413);
  });
});

describe('other forms of a request target', () => {
  test('the absolute form is the path it names, whatever the host', async () => {
    const response = await sendOne(request('http://evil.example/api/categories'));
    expect(response.status).toBe(200);
    const page = await sendOne(request('HTTP://evil.example/no-such-page'));
    expect(page.status).toBe(404);
    expect(page.body).not.toContain('evil.example');
    expect((await sendOne(request('http://evil.example'))).status).toBe(200);
    expect((await sendOne(request('http://evil.example//api/categories'))).status).toBe(404);
    expect((await sendOne(request('http://evil.example/category/fitness/'))).headers['location']).toBe(
      '/category/fitness',
    );
  });

  test('OPTIONS * and CONNECT are refused', async () => {
    expect((await sendOne(request('*', { method: 'OPTIONS' }))).status).toBe(404);
    await expect(
      sendRaw(port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
    ).rejects.toThrow('No response');
  });

  test('an Upgrade header is ignored', async () => {
    const response = await sendOne(request('/api/categories', { headers: ['Upgrade: h2c'] }));
    expect(response.status).toBe(200);
  });
});

describe('no request value is echoed in a response header', () => {
  test.each([
    '/api/login?returnUrl=/a%0d%0aX-Injected:%201',
    '/api/login?returnUrl=%0d%0aX-Injected:%201',
    '/api/auth/google?returnUrl=/%0d%0aX-Injected:%201',
    '/api/auth/google?t=%0d%0aX-Injected:%201',
    '/api/logout?x=%0d%0aX-Injected:%201',
    '/api/prompts/search?q=zzqx%0d%0aX-Injected:%201',
    '/api/prompts/search?q=%C3%A9t%C3%A9%E2%80%A8&limit=1',
    '/api/prompts/search?q=the&limit=1&tier=basic%0d%0aX-Injected:%201',
    '/category/fitness/?sort=%0d%0aX-Injected:%201',
    '/category/fitness/?q=\xe9\xff',
    '/search/?q=%0d%0aX-Injected:%201',
  ])('%s', async (target) => {
    const response = await sendOne(request(target));
    expect(response.headers['x-injected']).toBeUndefined();
    expect(response.status).toBeLessThan(500);
    for (const value of Object.values(response.headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('a body that never ends, of a request that is answered before it: one response, then the end', () => {
  const open = 'Content-Length: 5000\r\n\r\n{';

  test.each([
    ['refused by origin', `${POST}Origin: https://evil.example\r\n${open}`, 403],
    [
      'refused by origin, in chunks',
      `${POST}Origin: https://evil.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{`,
      403,
    ],
    ['refused by type', `${POST.replace('application/json', 'text/plain')}${open}`, 415],
    ['unreadable address', `${GET.replace('/api/categories', '/%')}${open}`, 400],
    ['a read that needs no body', `${GET}${open}`, 200],
    ['the same, ready made', `${GET}${open}`, 200],
  ])('%s', async (_name, bytes, status) => {
    const response = await sendOne(bytes);
    expect([response.status, response.headers['connection']]).toEqual([status, 'close']);
    // Not after the 10 s that a body may take.
    expect(response.milliseconds).toBeLessThan(9000);
  });

  test('what follows such a request is not read as another', async () => {
    const foreign = `${POST}Origin: https://evil.example\r\nContent-Length: 2\r\n\r\n{}`;
    expect((await sendRaw(port, [foreign, SECOND], 100)).map(({ status }) => status)).toEqual([403]);
  });

  test('a refused call whose body has arrived keeps its connection', async () => {
    const body = `Content-Length: 0\r\n\r\n`;
    const responses = await sendRaw(
      port,
      [`${POST}Origin: https://evil.example\r\n${body}`, `${GET}Connection: close\r\n\r\n`],
      100,
    );
    expect(responses.map(({ status }) => status)).toEqual([403, 200]);
  });
});

// Side by side: the timeouts are what takes the time.
describe.concurrent('slow clients are cut off', () => {
  test('headers that do not end: 408 after 5 seconds', async ({ expect }) => {
    const drops = [
      'GET / HTTP/1.1\r\nHost: localhost\r\n',
      ...Array.from({ length: 30 }, () => 'X-A: b\r\n'),
    ];
    const response = await sendOne(drops, 400);
    expectProblem(response, 408);
    expect(response.milliseconds).toBeGreaterThan(4500);
  });

  test('a body that does not end: 408 after 10 seconds', async ({ expect }) => {
    // From our own pages: a foreign call is answered before its body.
    const head = `${POST}Origin: http://localhost:3000\r\nContent-Length: 5000\r\n\r\n{`;
    const drops = [head, ...Array.from({ length: 40 }, () => ' ')];
    const response = await sendOne(drops, 400);
    expectProblem(response, 408);
    expect(response.milliseconds).toBeGreaterThan(9500);
  });

  test('two hundred slow clients do not delay others', async ({ expect }) => {
    const slow = Array.from({ length: 200 }, () =>
      sendRaw(port, ['GET / HTTP/1.1\r\nHost: localhost\r\nX-A:']),
    );
    let cutOff = 0;
    for (const response of slow) void response.finally(() => (cutOff += 1)).catch(() => undefined);
    for (let round = 0; round < 3; round += 1)
      expect((await sendOne(request('/api/categories'))).status).toBe(200);
    // Answered while all two hundred were still being waited for, not after them.
    expect(cutOff).toBe(0);
    const responses = await Promise.all(slow);
    expect(responses.flat().every((response) => response.status === 408)).toBe(true);
  });
});

describe('slow readers are cut off after a minute without progress', () => {
  /** More than the buffers between two sockets hold. */
  const LARGE = 64_000_000;

  test('whoever does not read loses the connection; whoever reads slowly does not', async () => {
    const large = await createTestApp({
      template: 'empty',
      extend: (server) =>
        server.get('/probe/large', { config: { access: 'public' } }, () => Buffer.alloc(LARGE, 'x')),
    });
    await large.server.listen({ host: '127.0.0.1', port: 0 });
    // Node waits twice: that is the minute.
    expect(large.server.server.timeout).toBe(30_000);
    // The same clock, faster.
    large.server.server.timeout = 2500;
    const { port: largePort } = large.server.server.address() as AddressInfo;
    const ask = async (read: (socket: Socket) => void) => {
      const socket = connect(largePort, '127.0.0.1').pause();
      socket.write(request('/probe/large'));
      let received = 0;
      socket.on('data', (chunk) => (received += chunk.length));
      read(socket);
      // A connection that was cut ends in an error where bytes were on their way.
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.on('close', resolve));
      return received;
    };
    const [idle, slow] = await Promise.all([
      // The end shows only to a reader: by then the server has long cut the connection.
      ask((socket) => setTimeout(() => socket.resume(), 10_000)),
      ask((socket) => {
        const timer = setInterval(() => {
          socket.resume();
          setTimeout(() => socket.pause(), 20);
        }, 100);
        socket.on('close', () => clearInterval(timer));
      }),
    ]);
    expect(idle).toBeLessThan(LARGE);
    expect(slow).toBeGreaterThan(LARGE);
    await large.close();
  });
});
