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

/** Adds the contract's plans that are not for sale yet. */
export function publishPlans(account: Account): void {
  for (const [tier, id] of Object.entries(PLAN_PRICE_IDS)) {
    const plan = PLANS.find((one) => one.tier === tier);
    if (!plan || account.tables.prices.find(id)) continue;
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
      type: 'recurring',
      unit_amount: plan.priceCents,
    });
  }
}

/** @throws StripeError unless it is for sale */
export function requireRecurringPrice(account: Account, id: string, param: string): Price {
  const price = account.tables.prices.require(id, param);
  if (!price.active) throw invalidParameter(param, 'The price specified is inactive.', 'price_inactive');
  return price;
}

/** A copy of the item with this price, also in its older form. */
export function withPrice(item: Omit<Item, 'price' | 'plan'>, price: Price): Item {
  const { object: _object, type: _type, recurring, unit_amount: amount, ...rest } = price;
  return {
    ...structuredClone(item),
    price: structuredClone(price),
    plan: { ...structuredClone(rest), object: 'plan', amount, ...recurring },
  };
}
