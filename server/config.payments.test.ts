import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_51aSecret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51aPublishable',
  STRIPE_WEBHOOK_SECRET: 'whsec_aSecretToo',
  STRIPE_PRICE_BASIC: 'price_1b',
  STRIPE_PRICE_ADVANCED: 'price_1a',
  STRIPE_PRICE_PRO: 'price_1p',
};
const LIVE = { STRIPE_SECRET_KEY: 'sk_live_51aSecret', STRIPE_PUBLISHABLE_KEY: 'pk_live_51aPublishable' };
const SANDBOX = {
  STRIPE_API_BASE: 'http://127.0.0.1:3002',
  STRIPE_JS_URL: 'http://127.0.0.1:3002/endive/stripe.js',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('without payment settings, payments are off and no error is reported', () => {
  expect(readConfig({}).payments).toBeUndefined();
});

test('a payment holds no connection, so any pool is large enough', () => {
  expect(problemsOf({ ...KEYS, DATABASE_POOL_SIZE: '1' })).toEqual([]);
});

test('all payment settings together are accepted', () => {
  expect(readConfig(KEYS).payments).toEqual({
    secretKey: 'sk_test_51aSecret',
    publishableKey: 'pk_test_51aPublishable',
    webhookSecret: 'whsec_aSecretToo',
    priceIds: { basic: ['price_1b'], advanced: ['price_1a'], pro: ['price_1p'] },
    isLive: false,
    offers: { pause: true, promotionCodes: false, retentionCoupon: undefined },
    portalConfiguration: undefined,
    sandbox: undefined,
  });
  expect(readConfig({ ...KEYS, ...LIVE }).payments?.isLive).toBe(true);
  expect(readConfig({ ...KEYS, ...LIVE, NODE_ENV: 'production' }).payments?.isLive).toBe(true);
  expect(readConfig({ ...KEYS, STRIPE_SECRET_KEY: 'rk_test_1' }).payments?.isLive).toBe(false);
});

test.each(Object.keys(KEYS))(
  'without %s, or with a blank one, the start fails and names the setting',
  (name) => {
    for (const value of ['', '   ']) {
      expect(problemsOf({ ...KEYS, [name]: value })).toEqual([
        expect.stringMatching(`^${name} must be set too`),
      ]);
    }
  },
);

describe('contradicting settings are refused', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a live secret with a test key',
      { STRIPE_SECRET_KEY: 'sk_live_1' },
      /is a live key and STRIPE_PUBLISHABLE_KEY a test/,
    ],
    ['a test secret with a live key', { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /both must be of one kind/],
    [
      'a publishable key as the secret',
      { STRIPE_SECRET_KEY: 'pk_test_1' },
      /STRIPE_SECRET_KEY must start with sk_/,
    ],
    [
      'the secret in the browser',
      { STRIPE_PUBLISHABLE_KEY: 'sk_test_51aSecret' },
      /STRIPE_PUBLISHABLE_KEY must start with pk_/,
    ],
    [
      'another kind of webhook secret',
      { STRIPE_WEBHOOK_SECRET: 'sk_test_51aSecret' },
      /must start with whsec_/,
    ],
    ['one price twice', { STRIPE_PRICE_PRO: 'price_1a' }, /must name each price once/],
    ['an amount as a price', { STRIPE_PRICE_PRO: '9.99' }, /^STRIPE_PRICE_PRO must be the id of a price/],
    [
      'a sandbox on another machine',
      { STRIPE_API_BASE: 'https://example.org' },
      /STRIPE_API_BASE is for a sandbox/,
    ],
    [
      'scripts from somewhere else',
      { ...SANDBOX, STRIPE_JS_URL: 'https://example.org/s.js' },
      /STRIPE_JS_URL is for a sandbox/,
    ],
    ['a sandbox’s script alone', { STRIPE_JS_URL: SANDBOX.STRIPE_JS_URL }, /STRIPE_API_BASE must be set too/],
    ['a sandbox with live keys', { ...LIVE, ...SANDBOX }, /must not be set together with live keys/],
    ['a sandbox in production', { ...SANDBOX, NODE_ENV: 'production' }, /must not be set in production/],
  ])('%s', (_name, settings, message) => {
    const problems = problemsOf({ ...KEYS, ...settings });
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(problems.join()).not.toMatch(/51a|aSecretToo/);
  });

  test('a sandbox without its keys is refused', () => {
    expect(problemsOf(SANDBOX)).toEqual([expect.stringMatching(/need STRIPE_SECRET_KEY/)]);
  });
});

test('the sandbox’s own settings are taken, on this machine', () => {
  expect(readConfig({ ...KEYS, ...SANDBOX }).payments?.sandbox).toEqual({
    apiBase: 'http://127.0.0.1:3002',
    jsUrl: 'http://127.0.0.1:3002/endive/stripe.js',
  });
});
