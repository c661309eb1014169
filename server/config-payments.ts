import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import type { SettingsReader } from './config-reader.ts';
import type { PaymentSettings } from './features/billing/billing.access.ts';

const NEEDED = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const priceName = (tier: PlanTier) => `STRIPE_PRICE_${tier.toUpperCase()}`;

/**
 * All of it or nothing: half a set of keys is a mistake, and so are two that do not belong together. No message
 * repeats a value.
 */
export function readPayments(read: SettingsReader): PaymentSettings | undefined {
  const names = [...NEEDED, ...PLAN_TIERS.map(priceName)];
  const values = new Map(names.map((name) => [name, read.text(name)]));
  const apiBase = read.loopbackUrl('STRIPE_API_BASE');
  const jsUrl = read.loopbackUrl('STRIPE_JS_URL');
  const given = names.filter((name) => values.get(name) !== undefined);
  if (given.length === 0) {
    if (apiBase ?? jsUrl) read.problems.push(`STRIPE_API_BASE and STRIPE_JS_URL need ${names.join(', ')}`);
    return undefined;
  }
  for (const name of names.filter((one) => !given.includes(one))) {
    read.problems.push(`${name} must be set too: ${given[0]} is`);
  }
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = NEEDED.map((name) => values.get(name));
  const [basic = '', advanced = '', pro = ''] = PLAN_TIERS.map((tier) => values.get(priceName(tier)));
  checkKeys(read, { secretKey, publishableKey, webhookSecret });
  checkPrices(read, [basic, advanced, pro]);
  const isLive = /_live_/.test(secretKey) || /_live_/.test(publishableKey);
  if (isLive && (apiBase ?? jsUrl)) {
    read.problems.push('STRIPE_API_BASE and STRIPE_JS_URL must not be set beside live keys');
  }
  if (jsUrl && !apiBase) read.problems.push('STRIPE_API_BASE must be set too: STRIPE_JS_URL is');
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    priceIds: { basic, advanced, pro },
    isLive,
    sandbox: apiBase === undefined ? undefined : { apiBase, jsUrl },
  };
}

function checkKeys(
  read: SettingsReader,
  keys: { secretKey: string; publishableKey: string; webhookSecret: string },
): void {
  const { secretKey, publishableKey, webhookSecret } = keys;
  const secretMode = /^(?:sk|rk)_(test|live)_\S+$/.exec(secretKey)?.[1];
  const publishableMode = /^pk_(test|live)_\S+$/.exec(publishableKey)?.[1];
  if (secretKey && !secretMode) {
    read.problems.push('STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_');
  }
  if (publishableKey && !publishableMode) {
    read.problems.push('STRIPE_PUBLISHABLE_KEY must start with pk_test_ or pk_live_');
  }
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    read.problems.push(
      `STRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLISHABLE_KEY a ${publishableMode} key: both must be of one kind`,
    );
  }
  if (webhookSecret && !/^whsec_\S+$/.test(webhookSecret)) {
    read.problems.push('STRIPE_WEBHOOK_SECRET must start with whsec_');
  }
}

function checkPrices(read: SettingsReader, ids: readonly string[]): void {
  const given = ids.filter(Boolean);
  if (given.some((id) => !/^[A-Za-z0-9_]{1,120}$/.test(id))) {
    read.problems.push(
      'STRIPE_PRICE_BASIC, STRIPE_PRICE_ADVANCED and STRIPE_PRICE_PRO must be ids of prices',
    );
  }
  if (new Set(given).size < given.length) {
    read.problems.push(
      'STRIPE_PRICE_BASIC, STRIPE_PRICE_ADVANCED and STRIPE_PRICE_PRO must be three different prices',
    );
  }
}
