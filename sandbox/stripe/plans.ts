import { PLANS } from '#contract/plans.ts';
import type { Account } from './account.ts';

/** The prices of the contract's plans, the same in every sandbox, so that stored rows keep their meaning. */
export const PLAN_PRICE_IDS = {
  basic: 'price_sandbox_basic_monthly',
  advanced: 'price_sandbox_advanced_monthly',
  pro: 'price_sandbox_pro_monthly',
} as const;

/** Adds the contract's plans that are not for sale yet, coupons to try, and the ways to pay of a new account. */
export function publishPlans(account: Account): void {
  const { tables, taxBehavior } = account;
  if (tables.coupons.all().length === 0) publishSamples(account);
  for (const [tier, id] of Object.entries(PLAN_PRICE_IDS)) {
    const plan = PLANS.find((one) => one.tier === tier);
    const known = tables.prices.find(id);
    // As if its seller had just set it up for these settings.
    if (known) known.tax_behavior = taxBehavior;
    if (!plan || known) continue;
    tables.prices.add({
      id,
      active: true,
      currency: 'usd',
      nickname: plan.name,
      product: `prod_sandbox_${tier}`,
      recurring: { interval: 'month', interval_count: 1 },
      tax_behavior: taxBehavior,
      unit_amount: plan.priceCents,
    });
  }
}

/** To try by hand: a code people type, and what whoever cancels is offered. */
export const SAMPLE_COUPONS = { launch: 'sandbox_launch', stay: 'sandbox_stay' } as const;

function publishSamples({ tables }: Account): void {
  const { launch, stay } = SAMPLE_COUPONS;
  const base = { amount_off: null, currency: null, duration: 'repeating', valid: true } as const;
  tables.coupons.add({ ...base, id: launch, percent_off: 20, duration_in_months: 3 });
  tables.coupons.add({ ...base, id: stay, percent_off: 50, duration_in_months: 2 });
  tables.promotionCodes.add({
    active: true,
    code: 'LAUNCH20',
    promotion: { type: 'coupon', coupon: launch },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  });
  tables.methodConfigurations.add({
    active: true,
    application: null,
    card: { available: true },
    is_default: true,
    // As in a new account: it is the app's forms that do not show it.
    link: { display_preference: { value: 'on' } },
  });
}
