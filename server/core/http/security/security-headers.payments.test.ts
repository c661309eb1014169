import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppSettings } from '#server/app.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { PROFILE_IMAGE_ORIGIN } from './profile-images.ts';
import { COUNTDOWN_POLICY, securityHeaders } from './security-headers.ts';

const SECURITY_HEADERS = securityHeaders({ hstsIncludesSubdomains: false });

const PAYMENTS: NonNullable<AppSettings['payments']> = {
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  priceIds: { basic: ['price_b'], advanced: ['price_a'], pro: ['price_p'] },
  isLive: false,
  sandbox: undefined,
};

const PAYING = [
  '/subscribe',
  '/subscribe?tier=pro',
  '/subscription',
  '/orders',
  '/orders?order=a',
  '/orders/?order=a',
];
const OTHERS = [
  '/subscription-success',
  '/subscription-success?redirect_status=succeeded',
  '/',
  '/login',
  '/search',
  '/prompt/aaaaaaaaaaaa',
  '/subscriber',
  '/subscribe/x',
  '/api/subscription/settings',
  '/robots.txt',
];

let real: { app: TestApp; member: TestMember };
let sandboxed: { app: TestApp; member: TestMember };
let off: { app: TestApp; member: TestMember };

let limited: { app: TestApp; member: TestMember };

async function start(
  payments: AppSettings['payments'],
  settings: Partial<AppSettings> = {},
): Promise<{ app: TestApp; member: TestMember }> {
  const app = await createTestApp({ template: 'empty', settings: { ...settings, payments } });
  return { app, member: await createMember(app) };
}

beforeAll(async () => {
  real = await start(PAYMENTS);
  const sandbox = { apiBase: 'http://127.0.0.1:3002', jsUrl: 'http://127.0.0.1:3002/endive/stripe.js' };
  sandboxed = await start({ ...PAYMENTS, sandbox });
  off = await start(undefined);
  limited = await start(PAYMENTS, { rateLimit: 1 });
});
afterAll(async () => {
  for (const { app } of [real, sandboxed, off, limited]) await app.close();
});

const directivesOf = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

const STRICT = directivesOf(SECURITY_HEADERS['content-security-policy']);
/** Members' pages show pictures of members. */
const FOR_MEMBERS = { ...STRICT, 'img-src': [...(STRICT['img-src'] ?? []), PROFILE_IMAGE_ORIGIN] };

describe('payment pages', () => {
  test.each(PAYING)('%s allows exactly the sources that Stripe needs', async (url) => {
    for (const [get, strict] of [
      [real.member.get, FOR_MEMBERS],
      [real.app.get, STRICT],
    ] as const) {
      const { headers } = await get(url);
      expect(directivesOf(headers['content-security-policy'])).toEqual({
        ...strict,
        'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
        'connect-src': ["'self'", 'https://api.stripe.com'],
        'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      });
      expect(headers['permissions-policy']).toContain(
        'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
      );
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });

  test.each(PAYING)(
    '%s allows the sandbox and nothing of Stripe where a sandbox is configured',
    async (url) => {
      const { headers } = await sandboxed.member.get(url);
      expect(directivesOf(headers['content-security-policy'])).toEqual({
        ...FOR_MEMBERS,
        'script-src': ["'self'", 'http://127.0.0.1:3002'],
        'frame-src': ['http://127.0.0.1:3002'],
      });
      expect(JSON.stringify(headers)).not.toContain('stripe.com');
    },
  );

  test.each(PAYING)('%s has the strict policy where payments are off', async (url) => {
    expect((await off.app.get(url)).headers).toMatchObject(SECURITY_HEADERS);
    const { headers } = await off.member.get(url);
    expect(directivesOf(headers['content-security-policy'])).toEqual(FOR_MEMBERS);
    expect(headers['permissions-policy']).toBe(SECURITY_HEADERS['permissions-policy']);
  });
});

test.each(['/', '/account', '/subscribe'])(
  'over a limit %s has the policy of the countdown, for members too',
  async (url) => {
    for (const get of [limited.app.get, limited.member.get]) {
      const refused = [await get(url), await get(url)].at(-1);
      expect(refused?.statusCode).toBe(429);
      expect(refused?.headers['content-security-policy']).toBe(COUNTDOWN_POLICY);
    }
  },
);

/**
 * What the provider publishes for Stripe.js with the Payment Element, cards alone: docs.stripe.com/security/guide, section
 * "Content security policy", as of 2026-10-03. A change there is a change here, and then of the header.
 */
const PUBLISHED = {
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://*.js.stripe.com', 'https://js.stripe.com', 'https://hooks.stripe.com'],
  'script-src': ['https://*.js.stripe.com', 'https://js.stripe.com'],
};

/** The same list's hosts for what we switched off: the Address Element's maps, Link, Checkout. */
const NOT_USED = ['maps.googleapis.com', 'link.com', 'checkout.stripe.com'];

test('the policy has every host of the provider’s published list, and no other', async () => {
  const { headers } = await real.app.get('/subscribe');
  const policy = directivesOf(headers['content-security-policy']);
  const hosts = (sources: string[] | undefined) =>
    sources?.filter((source) => source.startsWith('https://')).sort();
  for (const [directive, published] of Object.entries(PUBLISHED)) {
    expect([directive, hosts(policy[directive])]).toEqual([directive, published.toSorted()]);
  }
  const others = Object.entries<string[]>(policy).filter(
    ([directive]) => !Object.hasOwn(PUBLISHED, directive),
  );
  expect(others.flatMap(([, sources]) => hosts(sources))).toEqual([]);
  for (const host of NOT_USED) expect(headers['content-security-policy']).not.toContain(host);
  // "payment" of the Permissions-Policy belongs to the frames of the script's hosts.
  const payment = /payment=\((.*?)\)/.exec(String(headers['permissions-policy']))?.[1];
  const origins = PUBLISHED['script-src'].map((host) => `"${host}"`);
  expect(payment?.split(' ').sort()).toEqual([...origins, 'self'].sort());
  // What the installed loader asks for is on the list too.
  const loader = await readFile('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
  expect(PUBLISHED['script-src']).toContain(/ORIGIN = '([^']+)'/.exec(loader)?.[1]);
});

test.each(OTHERS)('%s keeps the strict policy', async (url) => {
  for (const { member } of [real, sandboxed]) {
    const { headers } = await member.get(url);
    const isPage = !/^\/(?:api\/|robots)/.test(url);
    expect(directivesOf(headers['content-security-policy'])).toEqual(isPage ? FOR_MEMBERS : STRICT);
    expect(headers['permissions-policy']).toBe(SECURITY_HEADERS['permissions-policy']);
  }
});

test.each(['/subscription-success', '/subscription-success/?payment_intent_client_secret=a'])(
  '%s sends no referrer, since its URL may contain a client secret',
  async (url) => {
    for (const { app, member } of [real, off]) {
      for (const get of [app.get, member.get]) {
        expect((await get(url)).headers['referrer-policy']).toBe('no-referrer');
      }
    }
    const other = await real.member.get('/subscription');
    expect(other.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  },
);

test('a cached page keeps its policy', async () => {
  const first = await real.app.get('/subscribe');
  const kept = await real.app.get('/subscribe');
  expect(kept.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  expect(kept.headers['content-security-policy']).toContain('js.stripe.com');
});
