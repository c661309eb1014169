import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { inject as fromSetup } from 'vitest';
import type { StaffRole } from '#contract/roles.ts';
import type { Tier } from '#contract/tiers.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import { type App, type AppDependencies, type AppSettings, buildApp } from '../app.ts';
import { openPing } from '../core/database/ping.ts';
import { makeId } from '../core/ids.ts';
import { loadBuiltPages } from '../core/pages/renderer.ts';
import type { Readiness } from '../core/readiness.ts';
import { newToken, sessionCookie, startSession } from '../core/sessions/sessions.ts';
import { createTestDatabase, LONG_TIMEOUT, type Template, type TestDatabase } from './test-database.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

const SETTINGS: AppSettings = {
  mode: 'test',
  publicUrl: 'http://localhost:3000',
  trustProxy: false,
  hstsIncludesSubdomains: false,
  rateLimit: 0,
  searchRateLimit: 0,
  signInRateLimit: 0,
  tokenRateLimit: 0,
  readsClientDocuments: false,
  sharesRateLimits: false,
  google: undefined,
  payments: undefined,
  mail: undefined,
  cacheBytes: 16_000_000,
  logLevel: 'silent',
};

export interface TestApp extends App {
  database: TestDatabase;
  readiness: Readiness;
  settings: AppSettings;
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** The real app, pages included, on a database of its own. */
export async function createTestApp(
  options: {
    template?: Template;
    settings?: Partial<AppSettings>;
    /** Instead of the test's own: a log stream, a renderer. */
    dependencies?: Partial<AppDependencies>;
    extend?: (server: FastifyInstance) => void;
  } = {},
): Promise<TestApp> {
  const database = await createTestDatabase(fromSetup('testServer'), options.template);
  const readiness: Readiness = { state: 'ready', reason: '' };
  const settings = { ...SETTINGS, ...options.settings };
  const probe = openPing(database.connection, LONG_TIMEOUT);
  const app = await buildApp(
    {
      db: database.db,
      pool: database.pool,
      ping: probe.ping,
      readiness,
      renderer: await loadBuiltPages(DIST),
      clientDir: join(DIST, 'client'),
      requestBudget: LONG_TIMEOUT,
      ...options.dependencies,
    },
    settings,
  );
  options.extend?.(app.server);
  await app.server.ready();
  return {
    ...app,
    database,
    readiness,
    settings,
    get: (url, extra) => app.server.inject({ method: 'GET', url, ...extra }),
    async close() {
      await app.server.close();
      await probe.close();
      await database.drop();
    },
  };
}

/** A member with a session, calling as their browser does: with its cookie, from our own pages. */
export interface TestMember {
  id: string;
  email: string;
  /** The Cookie header. */
  cookie: string;
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>;
  post(url: string, body?: object, options?: InjectOptions): Promise<LightMyRequestResponse>;
  put(url: string, body?: object, options?: InjectOptions): Promise<LightMyRequestResponse>;
  del(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>;
}

/** What a test says of a member; the factory fills in the rest. */
export interface MemberSeed {
  tier?: Tier;
  firstName?: string | null;
  lastName?: string | null;
  email?: string;
  profileImageUrl?: string | null;
}

/** A member who has signed in, written straight into the app's database. */
export async function createMember(app: TestApp, seed: MemberSeed = {}): Promise<TestMember> {
  const id = makeId(newToken());
  const email = seed.email ?? `${id}@example.com`;
  const { tier = 'basic', firstName = 'Mira', lastName = 'Test', profileImageUrl = null } = seed;
  await sql`
    insert into users (id, issuer, subject, email, first_name, last_name, profile_image_url, tier)
    values (${id}, 'https://issuer.test', ${id}, ${email}, ${firstName}, ${lastName}, ${profileImageUrl}, ${tier})
  `.execute(app.database.db);
  const { name } = sessionCookie(app.settings);
  return { id, email, ...callsWith(app, `${name}=${await startSession(app.database.db, id)}`) };
}

/** One of staff, who has proven to the provider a moment ago who they are. */
export async function createStaff(app: TestApp, role: StaffRole, seed: MemberSeed = {}): Promise<TestMember> {
  const member = await createMember(app, seed);
  await sql`update users set role = ${role} where id = ${member.id}`.execute(app.database.db);
  await sql`update sessions set proven_at = now() where user_id = ${member.id}`.execute(app.database.db);
  return member;
}

/** A token of a member, made as on their page. */
export async function createToken(member: TestMember, scopes: readonly TokenScope[]): Promise<string> {
  const made = await member.post('/api/account/tokens', { name: 'Test', scopes, days: 30 });
  return made.json<{ token: string }>().token;
}

/** Calls with a token, as a program makes them: no cookie, no origin. */
export function callsWithToken(app: TestApp, token: string) {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
  return {
    call,
    get: (url: string) => call('GET', url),
    post: (url: string, body?: object) => call('POST', url, body),
    del: (url: string) => call('DELETE', url),
  };
}

/** Calls with a cookie, from our own pages. */
export function callsWith(app: TestApp, cookie: string): Omit<TestMember, 'id' | 'email'> {
  function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, extra: InjectOptions = {}) {
    const origin = method === 'GET' ? {} : { origin: app.settings.publicUrl };
    const headers = { cookie, 'sec-fetch-site': 'same-origin', ...origin, ...extra.headers };
    return app.server.inject({ ...extra, method, url, headers });
  }
  const withBody = (body?: object) => (body === undefined ? {} : { payload: body });
  return {
    cookie,
    get: (url, options) => call('GET', url, options),
    post: (url, body, options) => call('POST', url, { ...withBody(body), ...options }),
    put: (url, body, options) => call('PUT', url, { ...withBody(body), ...options }),
    del: (url, options) => call('DELETE', url, options),
  };
}
