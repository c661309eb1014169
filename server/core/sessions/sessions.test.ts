import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepAccounts } from '#server/features/account/account.sweep.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { startTestProvider, type TestProvider } from '#server/testing/google-provider.ts';
import {
  callsWith,
  createMember,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { newToken, sessionCookie } from './sessions.ts';

let app: TestApp;
/** Another process on the same database. */
let otherNode: TestApp;
let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
  app = await createTestApp({ settings: { google: provider.settings } });
  otherNode = await createTestApp({
    template: 'empty',
    settings: { google: provider.settings },
    dependencies: { db: app.database.db },
  });
});
afterAll(async () => {
  await otherNode.close();
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  await sql`delete from sessions`.execute(app.database.db);
});

const statusOf = async (calls: Pick<TestMember, 'get'>) => (await calls.get('/api/auth/user')).statusCode;

/** Days until the one session ends. */
async function daysLeft(): Promise<number | undefined> {
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions`.execute(
    app.database.db,
  );
  return rows[0]?.days;
}

const setDaysLeft = (days: number) =>
  sql`update sessions set expires_at = now() + make_interval(secs => ${days * 86_400})`.execute(
    app.database.db,
  );

describe('The cookie', () => {
  test.each<[string, string, string, RegExp]>([
    ['http://localhost:3000', 'development', 'session', /; Path=\/; HttpOnly; SameSite=Lax$/],
    [
      'https://prompts.example.org',
      'development',
      '__Host-session',
      /; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ],
    [
      'https://prompts.example.org',
      'production',
      '__Host-session',
      /; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ],
    ['http://localhost:3000', 'production', '__Host-session', /; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
  ])('of %s in %s is %s', (publicUrl, mode, name, flags) => {
    const cookie = sessionCookie({ publicUrl, mode });
    const token = newToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(cookie.name).toBe(name);
    for (const text of [cookie.write(token, 60), cookie.clear()]) {
      expect(text).toMatch(flags);
      expect(text).not.toMatch(/domain/i);
    }
    expect(cookie.read(`a=b; ${name}=${token}; c=d`)).toBe(token);
    expect(cookie.read(cookie.clear())).toBeUndefined();
  });

  test('of one name is not taken for the other, nor anything that was never ours', () => {
    const [plain, secure] = ['http://localhost', 'https://localhost'].map((publicUrl) =>
      sessionCookie({ publicUrl, mode: 'test' }),
    );
    const token = newToken();
    expect(plain?.read(`__Host-session=${token}; my_session=${token}; Session=${token}`)).toBeUndefined();
    expect(secure?.read(`session=${token}`)).toBeUndefined();
    for (const value of ['', 'abc', `${token}A`, `"${token}"`, token.replace(/.$/, '%'), '__proto__']) {
      expect(plain?.read(`session=${value}`)).toBeUndefined();
    }
  });

  test('over TLS carries its member through a whole sign-in', async () => {
    const secure = await createTestApp({
      template: 'empty',
      settings: { google: provider.settings, publicUrl: 'https://prompts.example.org', mode: 'production' },
    });
    const browser = new TestBrowser(secure);
    const response = await browser.signIn(provider, '/terms');
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect([...browser.cookies.keys()].sort()).toEqual(['__Host-session', '__Host-sign_in']);
    expect(await statusOf(browser)).toBe(200);
    const downgraded = callsWith(secure, browser.cookie.replace('__Host-session', 'session'));
    expect(await statusOf(downgraded)).toBe(401);
    await secure.close();
  });
});

describe('A session', () => {
  test('is another one after every sign-in, and the earlier one has ended', async () => {
    const browser = new TestBrowser(app);
    await browser.signIn(provider);
    const first = browser.cookies.get('session');
    await browser.signIn(provider);
    const second = browser.cookies.get('session');
    expect(second).not.toBe(first);
    expect(await statusOf(callsWith(app, `session=${first}`))).toBe(401);
    expect(await statusOf(browser)).toBe(200);
  });

  test('is never one the browser was given by somebody else', async () => {
    const attacker = await createMember(app);
    const planted = newToken();
    for (const cookie of [attacker.cookie, `session=${planted}`]) {
      const browser = new TestBrowser(app);
      browser.cookies.set('session', cookie.replace('session=', ''));
      await browser.signIn(provider);
      expect(browser.cookie).not.toContain(cookie);
      expect((await browser.get('/api/auth/user')).json().email).toBe('mira@example.com');
      expect(await statusOf(callsWith(app, cookie))).toBe(401);
    }
  });

  test('is known to every node, and ended on all of them at once', async () => {
    const browser = new TestBrowser(app);
    await browser.signIn(provider);
    const elsewhere = callsWith(otherNode, browser.cookie);
    expect(await statusOf(elsewhere)).toBe(200);
    expect((await elsewhere.post('/api/logout')).statusCode).toBe(303);
    expect(await statusOf(browser)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(401);
  });

  test('ends alone: the member stays signed in elsewhere', async () => {
    const [laptop, phone] = [new TestBrowser(app), new TestBrowser(app)];
    await laptop.signIn(provider);
    await phone.signIn(provider);
    await callsWith(app, laptop.cookie).post('/api/logout');
    expect([await statusOf(laptop), await statusOf(phone)]).toEqual([401, 200]);
  });

  test('ends everywhere when its member asks for it, and nobody else is signed out', async () => {
    const [laptop, phone] = [new TestBrowser(app), new TestBrowser(app)];
    await laptop.signIn(provider);
    await phone.signIn(provider);
    const other = await createMember(app);
    const response = await callsWith(otherNode, laptop.cookie).post('/api/logout/everywhere');
    expect([response.statusCode, response.json()]).toEqual([200, { ended: 2, tokens: 0, apps: 0 }]);
    expect(response.headers['set-cookie']).toMatch(/^session=; Max-Age=0;/);
    expect([await statusOf(laptop), await statusOf(phone), await statusOf(other)]).toEqual([401, 401, 200]);
    expect((await callsWith(app, '').post('/api/logout/everywhere')).statusCode).toBe(401);
  });

  test('ends thirty days after its last use', async () => {
    const member = await createMember(app);
    expect(await daysLeft()).toBeCloseTo(30, 2);
    await setDaysLeft(1 / 86_400);
    expect(await statusOf(member)).toBe(200);
    expect(await daysLeft()).toBeCloseTo(30, 2);
    await setDaysLeft(0);
    expect(await statusOf(member)).toBe(401);
    expect((await member.get('/')).statusCode).toBe(200);
    expect(await daysLeft()).toBeCloseTo(0, 2);
  });

  test('ends ninety days after it began, however often it is used', async () => {
    const member = await createMember(app);
    const age = (days: number) =>
      sql`update sessions set created_at = now() - make_interval(days => ${days})`.execute(app.database.db);
    await age(70);
    await setDaysLeft(5);
    const used = await member.get('/api/auth/check');
    expect([await daysLeft(), used.headers['set-cookie']]).toEqual([
      expect.closeTo(20, 2),
      expect.stringContaining(member.cookie),
    ]);
    expect((await member.get('/api/auth/check')).headers['set-cookie']).toBeUndefined();
    await age(90);
    expect(await statusOf(member)).toBe(200);
    await setDaysLeft(0);
    expect(await statusOf(member)).toBe(401);
  });

  test('is prolonged at most once a day, here and in the browser', async () => {
    const member = await createMember(app);
    await setDaysLeft(29.5);
    const early = await member.get('/api/auth/check');
    expect([await daysLeft(), early.headers['set-cookie']]).toEqual([expect.closeTo(29.5, 2), undefined]);
    await setDaysLeft(28.9);
    const due = await member.get('/api/auth/check');
    expect(await daysLeft()).toBeCloseTo(30, 2);
    expect(due.headers['set-cookie']).toBe(
      `${member.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect((await member.get('/api/auth/check')).headers['set-cookie']).toBeUndefined();
  });

  test('is deleted with its member', async () => {
    const member = await createMember(app);
    await sql`delete from users where id = ${member.id}`.execute(app.database.db);
    expect(await statusOf(member)).toBe(401);
  });

  test("shows its member's tier as it is now, on every node", async () => {
    const member = await createMember(app, { tier: 'basic' });
    const elsewhere = callsWith(otherNode, member.cookie);
    const tier = async () => (await elsewhere.get('/api/auth/user')).json().subscriptionTier;
    expect(await tier()).toBe('basic');
    await sql`update users set tier = 'pro' where id = ${member.id}`.execute(app.database.db);
    expect(await tier()).toBe('pro');
  });

  test('is looked up once for a page, whatever the page asks for', async () => {
    const member = await createMember(app);
    let lookups = 0;
    const counted = app.database.db.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('from sessions s join member_plans')) lookups += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const counting = await createTestApp({ template: 'empty', dependencies: { db: counted } });
    expect((await callsWith(counting, member.cookie).get('/category/fitness')).statusCode).toBe(200);
    expect(lookups).toBe(1);
    await counting.close();
  });

  test('is deleted by the sweep once it has ended, and not before', async () => {
    const [living, ended] = [await createMember(app), await createMember(app)];
    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${ended.id}`.execute(
      app.database.db,
    );
    const browser = new TestBrowser(app);
    await browser.beginSignIn();
    await sql`update sign_in_attempts set expires_at = now() - interval '1 second'`.execute(app.database.db);
    expect(await sweepAccounts(app.database.db)).toEqual({ sessions: 1, attempts: 1 });
    expect(await sweepAccounts(app.database.db)).toEqual({ sessions: 0, attempts: 0 });
    expect(await statusOf(living)).toBe(200);
  });

  test('is not asked about by the probes: they answer without the database', async () => {
    const away = await createTestApp({ template: 'empty' });
    await away.database.close();
    const headers = { cookie: `session=${newToken()}` };
    expect((await away.get('/healthz', { headers })).statusCode).toBe(200);
    expect((await away.get('/robots.txt', { headers })).statusCode).toBe(200);
    expect((await away.get('/api/auth/check', { headers })).statusCode).toBeGreaterThanOrEqual(500);
    expect((await away.get('/api/auth/check')).statusCode).toBe(200);
    await away.close();
  });
});

describe('What members see is theirs alone', () => {
  const PAGES = ['/', '/category/fitness', '/search?q=plan', '/api/categories', '/api/categories/fitness'];

  test.each(PAGES)('%s is neither served from nor put into the response cache', async (url) => {
    const [ada, grace] = [
      await createMember(app, { firstName: 'Adalind' }),
      await createMember(app, { firstName: 'Graziella' }),
    ];
    app.cache.clear();
    const mine = await ada.get(url, { headers: { 'if-none-match': '*' } });
    expect([mine.statusCode, mine.headers['cache-control'], app.cache.bytes]).toEqual([
      200,
      'private, no-store',
      0,
    ]);
    expect(mine.headers['etag']).toBeUndefined();
    const visitors = [await app.get(url), await app.get(url)];
    const theirs = await grace.get(url);
    expect(theirs.headers['cache-control']).toBe('private, no-store');
    expect(visitors[1]?.payload).toBe(visitors[0]?.payload);
    for (const { payload } of [...visitors, theirs]) expect(payload).not.toMatch(/Adalind/);
    for (const { payload } of [...visitors, mine]) expect(payload).not.toMatch(/Graziella/);
  });

  test.each(['/openapi.json', '/sitemap.xml'])(
    '%s has nothing of them, and is the visitors’ from the response cache',
    async (url) => {
      const member = await createMember(app);
      const visitor = await app.get(url);
      const { bytes } = app.cache;
      const mine = await member.get(url);
      expect([
        mine.statusCode,
        mine.payload === visitor.payload,
        mine.headers['etag'],
        app.cache.bytes,
      ]).toEqual([200, true, visitor.headers['etag'], bytes]);
      expect(mine.headers['etag']).toBeDefined();
    },
  );

  test('a page shows the signed-in member', async () => {
    const member = await createMember(app);
    const state = (html: string) => /"authenticated":(true|false)/.exec(html)?.[1];
    expect([state((await member.get('/')).payload), state((await app.get('/')).payload)]).toEqual([
      'true',
      'false',
    ]);
  });

  test('a request that claims to be an internal call gets no viewer', async () => {
    const { id } = await createMember(app);
    const viewer = { kind: 'member', memberId: id, tier: 'engineer' };
    const call = JSON.stringify({ purpose: 'data', viewer, requestId: 'x' });
    for (const token of ['', 'undefined', newToken()]) {
      const headers = { 'x-internal-token': token, 'x-internal-call': call };
      expect((await app.get('/api/auth/user', { headers })).statusCode).toBe(401);
    }
  });
});
