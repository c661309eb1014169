import { once } from 'node:events';
import http from 'node:http';
import type { FastifyReply, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let now = 0;
/** How often the test's route was rendered, and how. */
let renderings = 0;
let render: (request: FastifyRequest, reply: FastifyReply) => unknown;

beforeAll(async () => {
  app = await createTestApp({
    template: 'empty',
    settings: { rateLimit: 1000, searchRateLimit: 5 },
    dependencies: { now: () => now },
    extend(server) {
      server.get('/test/rendered', { config: { access: 'public', isCacheable: true } }, (request, reply) => {
        renderings += 1;
        return render(request, reply);
      });
    },
  });
});
afterAll(() => app.close());

beforeEach(() => {
  app.cache.clear();
  renderings = 0;
  render = () => ({ rendering: renderings });
});

/** Every rendering waits until the test lets it go on. */
function holdRenderings(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const rendered = render;
  render = async (request, reply) => {
    await promise;
    return rendered(request, reply);
  };
  return resolve;
}

const get = (headers = {}) => app.get('/test/rendered', { headers });
const statuses = (responses: LightMyRequestResponse[]) =>
  new Set(responses.map(({ statusCode }) => statusCode));
const payloads = (responses: LightMyRequestResponse[]) => new Set(responses.map(({ payload }) => payload));

/** Fifty requests that all have arrived before the first of them is answered. */
async function getFifty(before: () => void | Promise<void> = () => undefined) {
  const release = holdRenderings();
  const asked = Array.from({ length: 50 }, () => get());
  await expect.poll(() => renderings, { interval: 5 }).toBeGreaterThan(0);
  await before();
  release();
  return await Promise.all(asked);
}

describe('a miss', () => {
  test('is rendered once for fifty requests', async () => {
    const responses = await getFifty();
    expect([renderings, [...statuses(responses)], payloads(responses).size]).toEqual([1, [200], 1]);
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(50);
  });

  test('of a real page: one rendering, one set of queries', async () => {
    const { db } = app.database;
    let queries = 0;
    const executor = db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (...args) => {
      queries += 1;
      return execute(...args);
    };
    try {
      await app.get('/');
      const ofOne = queries;
      app.cache.clear();
      queries = 0;
      const responses = await Promise.all(Array.from({ length: 50 }, () => app.get('/')));
      expect([...statuses(responses)]).toEqual([200]);
      expect([ofOne > 0, queries]).toEqual([true, ofOne]);
    } finally {
      executor.executeQuery = execute;
    }
  });

  test.each([
    ['an unknown thing', 404],
    ['an outage', 503],
  ])('is rendered once also when the result is %s, which is not cached', async (_name, status) => {
    render = (_request, reply) => reply.code(status).header('cache-control', 'no-store').send({ renderings });
    const responses = await getFifty();
    expect([renderings, [...statuses(responses)]]).toEqual([1, [status]]);
    expect(app.cache.bytes).toBe(0);
    await get();
    expect(renderings).toBe(2);
  });

  test('after a change of the library does not wait for a rendering started before it', async () => {
    const late: Promise<LightMyRequestResponse>[] = [];
    const early = await getFifty(async () => {
      app.cache.clear();
      render = () => ({ changed: true });
      late.push(get());
      expect((await late[0])?.json()).toEqual({ changed: true });
    });
    // Those who asked before the change get what was rendered for them; it does not replace what is newer.
    expect(early[0]?.json()).toHaveProperty('rendering');
    expect((await get()).json()).toEqual({ changed: true });
  });

  test('outdated by a library change while rendering is served to the next request at once, and rendered again', async () => {
    await getFifty(() => app.cache.clear());
    const release = holdRenderings();
    expect((await get()).json()).toEqual({ rendering: 1 });
    expect(renderings).toBe(2);
    release();
    await expect.poll(async () => (await get()).json()).toEqual({ rendering: 2 });
  });
});

describe('age', () => {
  test('a stale response is served at once while one rendering renews it', async () => {
    await get();
    now += 20_000;
    const release = holdRenderings();
    const responses = await Promise.all(Array.from({ length: 50 }, () => get()));
    expect([...payloads(responses)]).toEqual(['{"rendering":1}']);
    expect(renderings).toBe(2);
    release();
    await expect.poll(async () => (await get()).json()).toEqual({ rendering: 2 });
    expect(renderings).toBe(2);
  });

  test('one older than 30 seconds is rendered again before it is served', async () => {
    await get();
    now += 30_001;
    expect((await get()).json()).toEqual({ rendering: 2 });
  });

  test('a response whose bytes were corrupted in memory is served no longer than that', async () => {
    const whole = (await get()).payload;
    app.cache.get(' /test/rendered')?.response.bodies.identity.bytes.fill('x');
    expect((await get()).payload).not.toBe(whole);
    now += 30_001;
    expect((await get()).json()).toEqual({ rendering: 2 });
  });

  test('a stale response is served when rendering fails', async () => {
    await get();
    now += 60_000;
    render = (_request, reply) => reply.code(503).send({});
    for (const response of [await get(), await get()]) {
      expect([response.statusCode, response.json()]).toEqual([200, { rendering: 1 }]);
    }
    render = () => ({ back: true });
    await expect.poll(async () => (await get()).json()).toEqual({ back: true });
  });

  test('at most two responses are renewed at once, without counting against a client’s limit', async () => {
    const urls = Array.from({ length: 6 }, (_, index) => `/api/prompts/search?q=word${index}`);
    // Six searches by one client, of which five are allowed.
    const asked = await Promise.all(urls.map((url) => app.get(url)));
    expect(asked.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    const pages = Array.from({ length: 6 }, (_, index) => `/test/rendered?page=${index}`);
    for (const url of pages) await app.get(url);
    expect(renderings).toBe(6);
    now += 20_000;
    const release = holdRenderings();
    await Promise.all(pages.map((url) => app.get(url)));
    expect(renderings).toBe(8);
    release();
    const before = Number((await app.get('/api/auth/check')).headers['ratelimit-remaining']);
    await Promise.all(pages.map((url) => app.get(url)));
    const after = Number((await app.get('/api/auth/check')).headers['ratelimit-remaining']);
    expect(before - after).toBe(pages.length + 1);
  });
});

describe('what is never cached', () => {
  test('a response with Set-Cookie', async () => {
    render = (_request, reply) => {
      reply.header('set-cookie', `id=${crypto.randomUUID()}`);
      return { ok: true };
    };
    const responses = await getFifty();
    expect(app.cache.bytes).toBe(0);
    expect(new Set(responses.map(({ headers }) => headers['set-cookie'])).size).toBe(50);
    for (const { headers } of responses) expect(headers['cache-control']).toBe('private, no-store');
  });

  test('a rate-limit response, which concerns one client', async () => {
    render = ({ ip, internalCall }, reply) =>
      (internalCall?.address ?? ip) === '192.0.2.1' ? reply.code(429).send({}) : { ok: true };
    const ask = (remoteAddress: string) => app.get('/test/rendered', { remoteAddress });
    const [limited, other] = await Promise.all([ask('192.0.2.1'), ask('192.0.2.2')]);
    expect([limited?.statusCode, other?.statusCode]).toEqual([429, 200]);
    expect(renderings).toBe(2);
  });

  test('a response whose route sets its own Cache-Control', async () => {
    render = (_request, reply) => reply.header('cache-control', 'max-age=5').send({ renderings });
    await get();
    expect((await get()).headers['cache-control']).toBe('max-age=5');
    expect([renderings, app.cache.bytes]).toEqual([2, 0]);
  });

  test('a signed-in viewer’s response, which is not served from the cache either', async () => {
    const member = await createMember(app);
    render = ({ viewer }) => ({ kind: viewer.kind });
    const asMember = () => member.get('/test/rendered');
    expect((await asMember()).json()).toEqual({ kind: 'member' });
    expect(app.cache.bytes).toBe(0);
    expect((await get()).json()).toEqual({ kind: 'visitor' });
    expect((await asMember()).json()).toEqual({ kind: 'member' });
    expect((await asMember()).headers['cache-control']).toBe('private, no-store');
    expect((await get()).json()).toEqual({ kind: 'visitor' });
  });

  test('an expired or invalid session is treated as a visitor’s and does not bypass the cache', async () => {
    await get();
    for (const cookie of ['session=abc', `session=${'A'.repeat(43)}`]) await get({ cookie });
    expect(renderings).toBe(1);
  });

  test('addresses that a URL parser would normalize', async () => {
    // Over the network: inject itself would rewrite them.
    const { port } = new URL(await app.server.listen({ host: '127.0.0.1', port: 0 }));
    for (const path of ['//x/test/rendered', '/x/../test/rendered', '/test/rendered?a#b']) {
      const [response] = await once(http.get({ port, path, agent: false }), 'response');
      response.resume();
      expect([path, app.cache.bytes]).toEqual([path, 0]);
    }
  });
});
