import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logoutEverywhere } from '#contract/account.ts';
import { startTrial } from '#contract/billing.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let member: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    { title: 'For everybody' },
    { title: 'For pros', tier: 'pro', content: 'secret' },
    { title: 'Retired', isListed: false },
  ]);
  member = await createMember(app);
});
afterAll(() => app.close());

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
}

/** Every route for members, from the app's own list, but the one that ends their session. */
const routes = (): Route[] =>
  app.routes
    .filter(
      ({ access, method, url }) => access === 'member' && method !== 'HEAD' && url !== logoutEverywhere.url,
    )
    .map(({ method, url }) => ({ method: method as Route['method'], url }));

const BODIES: Record<string, object> = {
  'last-use': { lastUsedAt: '2026-11-29T12:00:00.000Z' },
  vote: { type: 'up' },
  comments: { content: 'Hello' },
  recents: { isPaused: false },
  report: { reason: 'spam' },
  revision: { text: 'Shorter, please.' },
  brief: {
    brief: {
      goal: 'Sort my seeds by the month to sow',
      context: 'A drawer full of bags, some of them without a name.',
      result: 'A table, one row for each bag.',
    },
  },
  'saved-values': { name: 'Mine', values: { topic: 'Tea' }, teamId: null },
};

const bodyOf = ({ method, url }: Route): object | undefined => {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (url === '/api/comments/:id') return { content: 'Changed' };
  if (url === '/api/comments/:id/vote') return {};
  return BODIES[url.split('/').at(-1) ?? ''] ?? {};
};

async function send(
  route: Route,
  id: string,
  extra: { query?: string; body?: object; headers?: object } = {},
) {
  const body = bodyOf(route);
  return await app.server.inject({
    method: route.method,
    url: `${route.url.replace(':id', id)}${extra.query ?? (route.url.endsWith('/export') ? '?format=text' : '')}`,
    headers: { cookie: member.cookie, origin: app.settings.publicUrl, ...extra.headers },
    ...(body ? { payload: { ...body, ...extra.body } } : {}),
  });
}

/** By a guard or a handler; nobody can pay in this app, and that is a response too. */
function isHandled(response: { statusCode: number; payload: string }): boolean {
  return response.statusCode < 500 || response.payload.includes('Payment system not configured');
}

/** What a member could have been given, and the prompt above them. */
async function storedState(): Promise<unknown> {
  const { rows } = await sql`select u.tier, s.* from users u, prompt_stats s
    where u.id = ${member.id} and s.prompt_id = ${seedId('For pros')}`.execute(app.database.db);
  return rows;
}

test('no query, body or header gives a member another tier, on any route', async () => {
  const before = await storedState();
  const pro = seedId('For pros');
  // The trial gives Pro to who asks for it, and has tests of its own.
  for (const route of routes().filter(({ url }) => url !== startTrial.url)) {
    for (const query of ['?tier=pro', '?tier=pro&tier=basic', '?tier[]=pro', '?subscriptionTier=pro']) {
      const response = await send(route, pro, {
        query,
        headers: { 'x-tier': 'pro', 'x-internal-call': CALL },
      });
      expect([route.url, query, isHandled(response)]).toEqual([route.url, query, true]);
      expect(response.payload).not.toContain('secret');
    }
    for (const body of [{ subscriptionTier: 'pro' }, { tier: 'pro' }, { role: 'admin' }, { userId: 'x' }]) {
      const response = await send(route, pro, { body });
      const isRefused = response.statusCode >= 400 && isHandled(response);
      // GET and DELETE were sent none.
      expect([route.url, body, isRefused || !bodyOf(route)]).toEqual([route.url, body, true]);
      expect(response.payload).not.toContain('secret');
    }
  }
  await member.del(`/api/prompts/${pro}/favorite`);
  expect(await storedState()).toEqual(before);
  expect((await member.get(`/api/prompts/${pro}`)).statusCode).toBe(403);
});

const CALL = JSON.stringify({ purpose: 'data', viewer: { kind: 'member', memberId: 'x', tier: 'pro' } });

/** Two of them are well formed and name nothing; the others can name nothing. */
const GUESSES = [
  'aaaaaaaaaaaa',
  seedId('Retired'),
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1e3',
  '0x10',
  '%201',
  '1;',
  '%00',
  crypto.randomUUID(),
  `${seedId('For everybody')}%20`,
  seedId('For everybody').toUpperCase(),
  '..%2f..',
  '__proto__',
];

/** These say that there was such a prompt, and offer others. */
const SAY_RETIRED = [
  'GET /api/prompts/:id',
  'GET /api/prompts/:id.md',
  'GET /api/prompts/:id.json',
  'POST /api/prompts/:id/saved-values',
];

test('a guessed id is a 404 on every route, whether it exists for others or not', async () => {
  for (const route of routes().filter(({ url }) => url.includes(':id'))) {
    const [unknown] = await Promise.all([send(route, 'aaaaaaaaaaaa')]);
    // Who may not export at all is refused first, whatever the id.
    const status = route.url.endsWith('/export') ? 403 : 404;
    expect([route.url, unknown.statusCode]).toEqual([route.url, status]);
    for (const id of GUESSES) {
      const response = await send(route, id);
      if (id === seedId('Retired') && SAY_RETIRED.includes(`${route.method} ${route.url}`)) {
        expect(response.statusCode).toBe(410);
        continue;
      }
      expect([route.method, route.url, id, [400, 404, status].includes(response.statusCode)]).toEqual([
        route.method,
        route.url,
        id,
        true,
      ]);
      if (id === seedId('Retired')) expect(response.json()).toEqual(unknown.json());
    }
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('a prototype in the query, the path or a cookie changes nothing', async () => {
  for (const name of ['__proto__', 'constructor', 'constructor.prototype', '__proto__.polluted']) {
    for (const url of [
      `/api/prompts/search?q=a&${name}=1&${name}[polluted]=1`,
      `/api/categories/${name}`,
      `/api/categories/${name}/topics`,
      `/category/${name}`,
      `/search?${name}[polluted]=1`,
    ]) {
      const response = await app.get(url, {
        headers: { cookie: `${name}=1; theme=${name}; session=${name}` },
      });
      expect([url, response.statusCode < 500]).toEqual([url, true]);
    }
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Reflect.get(Object, 'polluted')).toBeUndefined();
});
