import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const BODIES = [
  ['a form', 'application/x-www-form-urlencoded', 'a=b&tier=pro'],
  ['a multipart form', 'multipart/form-data; boundary=x', '--x\r\n\r\na\r\n--x--'],
  ['text', 'text/plain', '{"tier":"pro"}'],
  ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['half a JSON', 'application/json', '{"a":'],
  ['JSON that names a prototype', 'application/json', '{"__proto__":{"polluted":true}}'],
  ['JSON that names a constructor', 'application/json', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['JSON with an escaped prototype', 'application/json', '{"\\u005f_proto__":{"polluted":true}}'],
  ['JSON 100,000 arrays deep', 'application/json', '['.repeat(99_000)],
  ['JSON above 100 kB', 'application/json', JSON.stringify('x'.repeat(100_000))],
] as const;

/** A form is what these take, by their specification; `features/oauth` tests what they make of it. */
const TAKES_FORMS = new Set(['/oauth/token', '/oauth/revoke']);

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/**
 * Every route with a method that can carry a body, and every address with one that it does not have: another one for
 * each body, so that each address meets each method.
 */
function addresses(offset: number): { method: Method; url: string }[] {
  const concrete = (url: string) => url.replace(/:\w+/g, 'fitness').replace('*', 'nix');
  const routes = app.routes.map(({ method, url }) => ({ method, url: concrete(url) }));
  const own = routes.flatMap(({ method, url }) =>
    METHODS.filter((known) => known === method).map((known) => ({ method: known, url })),
  );
  const others = [...new Set(routes.map(({ url }) => url))].flatMap((url, index) => {
    const method = METHODS[(index + offset) % METHODS.length];
    return method === undefined || own.some((route) => route.url === url && route.method === method)
      ? []
      : [{ method, url }];
  });
  return [...own, ...others];
}

describe('an unexpected request body', () => {
  test.each(BODIES)(
    '%s is refused by unknown addresses and by every route that takes a body',
    async (name, type, payload) => {
      const offset = BODIES.findIndex(([other]) => other === name);
      for (const { method, url } of addresses(offset)) {
        if (name === 'a form' && TAKES_FORMS.has(url)) continue;
        const headers = { 'content-type': type, origin: 'http://localhost:3000' };
        const response = await app.server.inject({ method, url, payload, headers });
        // Programs are asked for their token before anything of theirs is read.
        const refusals = [400, 404, 413, 415, ...(url === '/mcp' ? [401] : [])];
        expect([method, url, refusals.includes(response.statusCode)]).toEqual([method, url, true]);
        expect(response.headers['content-type']).toBe('application/problem+json');
        expect(response.json()).toMatchObject({
          status: response.statusCode,
          message: expect.stringMatching(/\S/),
        });
      }
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  test('with GET it changes nothing', async () => {
    const payload = { tier: 'pro', sort: 'nix' };
    const response = await app.server.inject({ method: 'GET', url: '/api/categories/fitness', payload });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual((await app.get('/api/categories/fitness')).json());
  });

  test('a parameter of the wrong type is refused by name, without prototype pollution', async () => {
    for (const [query, name] of [
      ['sort=newest&sort=rating', 'sort'],
      ['limit[]=5&limit=x', 'limit'],
      ['limit=1e9', 'limit'],
      ['limit=0', 'limit'],
      ['cursor=..', 'cursor'],
      ['topics[]=a&topics=,', 'topics'],
      ['favoritesOnly=TRUE', 'favoritesOnly'],
    ] as const) {
      const response = await app.get(`/api/categories/fitness?${query}`);
      expect([query, response.statusCode]).toEqual([query, 400]);
      expect(response.json().message).toContain(name);
    }
    for (const query of [
      '__proto__[polluted]=1',
      'constructor[prototype][polluted]=1',
      '__proto__=1',
      '__proto__.polluted=1',
    ]) {
      const headers = { cookie: '__proto__=1; theme=__proto__; constructor=x' };
      expect((await app.get(`/api/categories/fitness?${query}`, { headers })).statusCode).toBe(200);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a member', () => {
  test('gets an error for fields that an address does not take, and nothing happens', async () => {
    const member = await createMember(app);
    const { prompts } = (await app.get('/api/categories/fitness')).json();
    const { id } = prompts.find(({ isLocked }: { isLocked: boolean }) => !isLocked);
    for (const [method, url] of [
      ['POST', `/api/prompts/${id}/favorite`],
      ['DELETE', `/api/prompts/${id}/favorite`],
      ['POST', `/api/prompts/${id}/copy`],
      ['DELETE', `/api/prompts/${id}/vote`],
      ['DELETE', '/api/user/recents'],
    ] as const) {
      const payload = { userId: 1 };
      const response = await (method === 'POST' ? member.post(url, payload) : member.del(url, { payload }));
      expect([method, url, response.statusCode]).toEqual([method, url, 400]);
      expect(response.json().message).toBe('This address takes no body');
    }
    expect((await member.get('/api/user/interactions')).json()).toEqual({});
    expect((await member.post(`/api/prompts/${id}/favorite`, {})).statusCode).toBe(200);
  });

  test('cannot send invalid UTF-8', async () => {
    const member = await createMember(app);
    const { prompts } = (await app.get('/api/categories/fitness')).json();
    const url = `/api/prompts/${prompts[0].id}/comments`;
    const payload = Buffer.concat([
      Buffer.from('{"content":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    const response = await app.server.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000', cookie: member.cookie },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe('The body is not valid UTF-8');
  });
});
