import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { startSession } from '#server/core/sessions/sessions.ts';
import {
  callsWith,
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

let app: TestApp;
let member: TestMember;
let moderator: TestMember;
let admin: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  member = await createMember(app, { tier: 'engineer' });
  moderator = await createStaff(app, 'moderator');
  admin = await createStaff(app, 'admin');
});
afterAll(() => app.close());

const set = (person: TestMember, change: ReturnType<typeof sql>) =>
  sql`update users set ${change} where id = ${person.id}`.execute(app.database.db);
const age = (person: TestMember, hours: number) =>
  sql`update sessions set created_at = now() - make_interval(mins => ${Math.round(hours * 60)})
    where user_id = ${person.id}`.execute(app.database.db);
const roleOf = async (person: TestMember) => (await person.get('/api/auth/user')).json().role;

/** Every route of staff, with a request that would be refused for another reason too. */
const staffRoutes = () =>
  app.routes
    .filter(({ access, method }) => (access === 'moderator' || access === 'admin') && method !== 'HEAD')
    .map(({ method, url, access }) => ({ method, access, url: url.replace(/:\w+/g, '%00nonsense') }));

async function send(cookie: string | undefined, method: string, url: string, type = 'application/json') {
  return await app.server.inject({
    method: method as 'GET',
    url: `${url}?x[]=1`,
    headers: {
      origin: app.settings.publicUrl,
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
      ...(method === 'GET' ? {} : { 'content-type': type }),
    },
    ...(method === 'GET' ? {} : { payload: '{"no":' }),
  });
}

describe('addresses of staff', () => {
  test('there are staff routes, and all have the staff prefix', () => {
    expect(staffRoutes().length).toBeGreaterThan(0);
    for (const { url } of staffRoutes()) expect(url).toMatch(/^\/api\/admin\//);
    const others = app.routes.filter(({ access }) => access === 'public' || access === 'member');
    for (const { url } of others) expect(url).not.toContain('/admin');
  });

  test('to visitors and members all of them are addresses that do not exist, whatever is sent', async () => {
    for (const { method, url } of staffRoutes()) {
      for (const caller of [undefined, member.cookie]) {
        for (const type of ['application/json', 'text/plain', 'multipart/form-data']) {
          const answer = await send(caller, method, url, type);
          expect([method, url, answer.statusCode, JSON.parse(answer.payload).message]).toEqual([
            method,
            url,
            404,
            'Resource not found',
          ]);
        }
      }
    }
  });

  test('a moderator reaches moderator routes, but not admin routes', async () => {
    for (const { method, url, access } of staffRoutes()) {
      const { statusCode, payload } = await send(moderator.cookie, method, url);
      const isUnknown = statusCode === 404 && JSON.parse(payload).message === 'Resource not found';
      expect([method, url, isUnknown]).toEqual([method, url, access === 'admin']);
    }
  });

  test('they are not in the document of the API', async () => {
    expect((await app.get('/openapi.json')).payload).not.toContain('/admin');
  });

  test('pages: to others the same as an address nobody has', async () => {
    const page = async (person: TestMember | undefined, path: string) => {
      const response = person ? await person.get(path) : await app.get(path);
      const text = response.payload.replaceAll(path, '').replace(/"renderedAt":"[^"]*"/, '');
      return [response.statusCode, text.length];
    };
    const paths = await staffPages();
    expect(paths.length).toBeGreaterThan(8);
    for (const path of paths) {
      const nobodys = `/nimda${path.slice('/admin'.length)}`;
      expect([path, await page(undefined, path)]).toEqual([path, await page(undefined, nobodys)]);
      expect([path, await page(member, path)]).toEqual([path, await page(member, nobodys)]);
      expect((await app.get(path)).statusCode).toBe(404);
    }
    expect((await moderator.get('/admin/audit')).statusCode).toBe(404);
    const audit = await admin.get('/admin/audit');
    expect([audit.statusCode, audit.payload]).toEqual([200, expect.stringContaining('Audit')]);
  });
});

/** The address of every page of staff, by the files of their routes. */
async function staffPages(): Promise<string[]> {
  const files = await readdir(join(import.meta.dirname, '../../../web/routes'));
  return files
    .filter((file) => file.startsWith('admin.') && file !== 'admin.tsx')
    .map((file) => `/${file.replace(/(?:\.index)?\.tsx$/, '').replaceAll('.', '/')}`)
    .map((path) => path.replace(/\$\w+/, 'abcdefghijkl'));
}

describe('a session of staff', () => {
  test('ends after 12 hours, unlike a member’s', async () => {
    for (const [hours, expected] of [
      [11.9, 200],
      [12.1, 401],
    ] as const) {
      await age(admin, hours);
      expect((await admin.get('/api/auth/user')).statusCode).toBe(expected);
    }
    await age(admin, 0);
    await age(member, 12.1);
    expect((await member.get('/api/auth/user')).statusCode).toBe(200);
    await age(moderator, 12.1);
    // Nor is it listed among those that open something.
    const again = callsWith(app, `session=${await startSession(app.database.db, moderator.id)}`);
    const lists = [
      await again.get('/api/account/sessions'),
      await admin.get(`/api/admin/members/${moderator.id}`),
    ];
    expect(lists.map((list) => list.json().sessions.length)).toEqual([1, 1]);
    await age(moderator, 0);
  });

  test('gains and loses permissions with the next request', async () => {
    const other = await createMember(app);
    for (const [role, status] of [
      ['moderator', 404],
      ['admin', 200],
      ['member', 404],
    ] satisfies [Role, number][]) {
      await set(other, sql`role = ${role}`);
      expect([await roleOf(other), (await other.get('/api/admin/audit')).statusCode]).toEqual([role, status]);
    }
  });
});

test('a suspended member is a visitor, told so once, and may not sign in again', async () => {
  const other = await createStaff(app, 'admin');
  await set(other, sql`suspended_at = now()`);
  expect((await other.get('/api/auth/user')).statusCode).toBe(401);
  expect((await other.get('/api/admin/audit')).statusCode).toBe(404);
  const page = await other.get('/favorites');
  expect([page.statusCode, page.headers['location']]).toEqual([302, '/login?error=suspended']);
  expect(page.headers['set-cookie']).toContain('session=; Max-Age=0');
  expect((await app.get('/login?error=suspended')).payload).toContain('Your account is suspended');
  await set(other, sql`suspended_at = null`);
  expect((await other.get('/api/auth/user')).statusCode).toBe(200);
});
