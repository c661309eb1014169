import { PLANS } from '#contract/plans.ts';
import type { Account } from './account.ts';
import { invalidParameter } from './errors.ts';
import type { Item, Price } from './records.ts';

/** The prices of the contract's plans, the same in every sandbox, so that stored rows keep their meaning. */
export const PLAN_PRICE_IDS = {
  basic: 'price_sandbox_basic_monthly',
  advanced: 'price_sandbox_advanced_monthly',
  pro: 'price_sandbox_pro_monthly',
} as const;

/** Adds the contract's plans that are not for sale yet, coupons to try, and the ways to pay of a new account. */
export function publishPlans(account: Account): void {
  const { taxBehavior } = account;
  publishCoupons(account, account.now());
  publishMethods(account);
  for (const [tier, id] of Object.entries(PLAN_PRICE_IDS)) {
    const plan = PLANS.find((one) => one.tier === tier);
    const known = account.tables.prices.find(id);
    // As if its seller had just set it up for these settings.
    if (known) known.tax_behavior = taxBehavior;
    if (!plan || known) continue;
    account.tables.prices.add({
      id,
      object: 'price',
      active: true,
      created: account.now(),
      currency: 'usd',
      metadata: {},
      nickname: plan.name,
      product: `prod_sandbox_${tier}`,
      recurring: { interval: 'month', interval_count: 1 },
      tax_behavior: taxBehavior,
      type: 'recurring',
      unit_amount: plan.priceCents,
    });
  }
}

/** Link is on, as in a new account: it is the app's forms that do not show it. */
function publishMethods({ tables }: Account): void {
  const id = 'pmc_sandbox_default';
  if (tables.methodConfigurations.find(id)) return;
  const isOn = () => ({
    available: true,
    display_preference: { overridable: null, preference: 'on' as const, value: 'on' as const },
  });
  tables.methodConfigurations.add({
    id,
    object: 'payment_method_configuration',
    active: true,
    application: null,
    card: isOn(),
    is_default: true,
    link: isOn(),
    name: 'Default',
    parent: null,
  });
}

/** To try by hand: a code people type, and what whoever cancels is offered. */
export const SAMPLE_COUPONS = { launch: 'sandbox_launch', stay: 'sandbox_stay' } as const;

function publishCoupons({ tables }: Account, created: number): void {
  if (tables.coupons.find(SAMPLE_COUPONS.launch)) return;
  const base = { object: 'coupon', amount_off: null, created, currency: null, valid: true } as const;
  const months = { duration: 'repeating', times_redeemed: 0 } as const;
  tables.coupons.add({
    ...base,
    ...months,
    id: SAMPLE_COUPONS.launch,
    name: 'Launch',
    percent_off: 20,
    duration_in_months: 3,
  });
  tables.coupons.add({
    ...base,
    ...months,
    id: SAMPLE_COUPONS.stay,
    name: 'Stay',
    percent_off: 50,
    duration_in_months: 2,
  });
  tables.promotionCodes.add({
    id: 'promo_sandbox_launch',
    object: 'promotion_code',
    active: true,
    code: 'LAUNCH20',
    created,
    expires_at: null,
    promotion: { type: 'coupon', coupon: SAMPLE_COUPONS.launch },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  });
}

/** @throws StripeError unless it is for sale */
export function requireRecurringPrice(account: Account, id: string, param: string): Price {
  const price = account.tables.prices.require(id, param);
  if (!price.active) throw invalidParameter(param, 'The price specified is inactive.', 'price_inactive');
  return price;
}

/** A copy of the item with this price, also in its older form. */
export function withPrice(item: Omit<Item, 'price' | 'plan'>, price: Price): Item {
  const { object: _object, type: _type, tax_behavior: _tax, recurring, unit_amount: amount, ...rest } = price;
  return {
    ...structuredClone(item),
    price: structuredClone(price),
    plan: { ...structuredClone(rest), object: 'plan', amount, ...recurring },
  };
}
