import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';

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

describe('a body nobody asked for', () => {
  test.each(BODIES)(
    '%s is refused by every address and every method that can carry one',
    async (_name, type, payload) => {
      const urls = new Set(app.routes.map(({ url }) => url.replace(/:\w+/g, 'fitness').replace('*', 'nix')));
      for (const url of urls) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
          const headers = { 'content-type': type, origin: 'http://localhost:3000' };
          const answer = await app.server.inject({ method, url, payload, headers });
          expect([method, url, [400, 404, 413, 415].includes(answer.statusCode)]).toEqual([
            method,
            url,
            true,
          ]);
          expect(answer.headers['content-type']).toBe('application/problem+json');
          expect(answer.json()).toMatchObject({
            status: answer.statusCode,
            message: expect.stringMatching(/\S/),
          });
        }
      }
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  test('with GET it changes nothing', async () => {
    const payload = { tier: 'pro', sort: 'nix' };
    const answer = await app.server.inject({ method: 'GET', url: '/api/categories/fitness', payload });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual((await app.get('/api/categories/fitness')).json());
  });

  test('parameters of the wrong kind are refused by name, and never polluting', async () => {
    for (const [query, name] of [
      ['sort=newest&sort=rating', 'sort'],
      ['limit[]=5&limit=x', 'limit'],
      ['limit=1e9', 'limit'],
      ['limit=0', 'limit'],
      ['cursor=..', 'cursor'],
      ['topics[]=a&topics=,', 'topics'],
      ['favoritesOnly=TRUE', 'favoritesOnly'],
    ] as const) {
      const answer = await app.get(`/api/categories/fitness?${query}`);
      expect([query, answer.statusCode]).toEqual([query, 400]);
      expect(answer.json().message).toContain(name);
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
