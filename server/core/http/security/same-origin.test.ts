import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAFF_PATH_PREFIX } from '#contract/roles.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

const OURS = 'http://localhost:3000';

let app: TestApp;
let member: TestMember;

beforeAll(async () => {
  app = await createTestApp({ extend: addProbe });
  member = await createMember(app, { tier: 'engineer' });
});
afterAll(() => app.close());

/** PATCH is nobody's yet; anyone who adds one is guarded without knowing. */
function addProbe(server: FastifyInstance): void {
  server.patch('/probe', { config: { access: 'public' }, schema: { hide: true } }, () => 'done');
}

interface Route {
  method: 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  url: string;
}

/** Every route that changes something, from the app's own list. */
function writes(): Route[] {
  const { paths = {} } = app.server.swagger() as { paths?: Record<string, Record<string, unknown>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method) => ({
        method: method.toUpperCase() as Route['method'],
        url: path.replace(/\{\w+\}/g, 'aaaaaaaaaaaa'),
      }))
      .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method as string)),
  );
  return [...documented, { method: 'PATCH', url: '/probe' }];
}

/** An address of staff does not say that it is there. */
const refusal = ({ url }: Route) => (url.startsWith(STAFF_PATH_PREFIX) ? 404 : 415);

const call = (route: Route, headers: Record<string, string>, payload?: string) =>
  app.server.inject({
    ...route,
    headers: { cookie: member.cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  } as InjectOptions);

/** Everything a call could have changed. */
async function traces(): Promise<unknown> {
  const { rows } = await sql`select
    (select count(*) from sessions) as sessions, (select count(*) from favorites) as favorites,
    (select count(*) from votes) as votes, (select count(*) from comments) as comments,
    (select count(*) from copies) as copies, (select count(*) from comment_reports) as reports,
    (select bool_or(are_recents_paused) from users) as paused, (select count(*) from recents) as recents`.execute(
    app.database.db,
  );
  return rows[0];
}

const JSON_BODY = JSON.stringify({ content: 'hello', type: 'up', isPaused: true, reason: 'spam' });

describe('Calls from elsewhere change nothing, on any route', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    [
      'another site that says same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['a name that begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['a name that ends like ours', { origin: 'http://evil-localhost:3000' }],
    ['another port of this machine', { origin: 'http://localhost:3001' }],
    ['our name over TLS', { origin: 'https://localhost:3000' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a sandboxed frame that says same-origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another site with our origin', { origin: OURS, 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['a neighbouring host with our origin', { origin: OURS, 'sec-fetch-site': 'same-site' }],
    ['an address bar', { 'sec-fetch-site': 'none' }],
    ['two origins', { origin: `${OURS}, ${OURS}` }],
    ['an origin with a path', { origin: `${OURS}/` }],
    ['an origin with a user', { origin: 'http://localhost:3000@evil.example' }],
    ['nobody knows where', {}],
    ['an old browser on another site', { referer: 'https://evil.example/localhost:3000/' }],
    ['an old browser on a lookalike', { referer: 'http://localhost:3000@evil.example/' }],
    ['an empty origin', { origin: '' }],
  ])('%s', async (_name, headers) => {
    const before = await traces();
    for (const route of writes()) {
      const response = await call(route, { ...headers, 'content-type': 'application/json' }, JSON_BODY);
      expect([route.method, route.url, response.statusCode]).toEqual([route.method, route.url, 403]);
      expect(response.json().message).toBe('This call did not come from our own pages.');
      expect((await call(route, headers)).statusCode).toBe(403);
    }
    expect(await traces()).toEqual(before);
  });

  test.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/jsonx',
    'text/json',
    '',
  ])('a body of type "%s", even from here', async (type) => {
    const before = await traces();
    for (const route of writes()) {
      const response = await call(route, { origin: OURS, 'content-type': type }, JSON_BODY);
      expect([route.method, route.url, response.statusCode]).toEqual([
        route.method,
        route.url,
        refusal(route),
      ]);
    }
    expect(await traces()).toEqual(before);
  });

  test('a body without a type, even from here', async () => {
    for (const route of writes()) {
      const response = await app.server.inject({
        ...route,
        headers: { cookie: member.cookie, origin: OURS },
        // Nothing guesses a type for bytes.
        payload: Buffer.from(JSON_BODY),
      } as InjectOptions);
      expect([route.url, response.statusCode]).toEqual([route.url, refusal(route)]);
    }
  });
});

describe('Calls from our own pages pass', () => {
  test.each<[string, Record<string, string>]>([
    ['a browser of today', { origin: OURS, 'sec-fetch-site': 'same-origin' }],
    ['one without Origin', { 'sec-fetch-site': 'same-origin' }],
    ['one without Sec-Fetch-Site', { origin: OURS }],
    ['an old one', { referer: `${OURS}/category/fitness?sort=newest` }],
    ['by another name of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['by its IPv6 name', { origin: 'http://[::1]:3000' }],
  ])('%s', async (_name, headers) => {
    for (const route of writes().filter(({ url }) => url !== '/api/logout')) {
      const response = await call(route, headers);
      expect([route.url, [403, 415].includes(response.statusCode)]).toEqual([route.url, false]);
      const isNotSetUp = response.payload.includes('Payment system not configured');
      expect([route.url, isNotSetUp || response.statusCode < 500]).toEqual([route.url, true]);
    }
  });

  test('loopback names are not accepted as names of a public site', async () => {
    const site = await createTestApp({
      template: 'empty',
      settings: { publicUrl: 'https://prompts.example.org' },
    });
    const from = (origin: string) =>
      site.server
        .inject({ method: 'POST', url: '/api/logout', headers: { origin } })
        .then((response) => response.statusCode);
    expect(await from('https://prompts.example.org')).toBe(303);
    expect(await from('http://localhost:3000')).toBe(403);
    expect(await from('http://prompts.example.org')).toBe(403);
    expect(await from('https://prompts.example.org:8443')).toBe(403);
    await site.close();
  });

  test('reads need no Origin header, and unknown addresses stay 404', async () => {
    expect(
      (await app.get('/api/categories', { headers: { origin: 'https://evil.example' } })).statusCode,
    ).toBe(200);
    expect((await app.server.inject({ method: 'POST', url: '/api/nix' })).statusCode).toBe(404);
  });

  test('the list of routes is not empty', () => {
    expect(writes().map(({ method, url }) => `${method} ${url}`)).toEqual(
      expect.arrayContaining(['POST /api/logout', 'POST /api/prompts/aaaaaaaaaaaa/favorite', 'PATCH /probe']),
    );
  });
});
