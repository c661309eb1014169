import { type Bill, PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import { notConfigured, unknownPrice } from './billing.problems.ts';
import type { BillingServices } from './billing.services.ts';
import type { PaymentSettings } from './provider/provider.settings.ts';
import { CURRENCY } from './provider/provider.settings.ts';
import type { ProviderBill } from './provider/provider.types.ts';

/** The plan a price pays for, sold today or earlier; undefined for a price that is not in the settings. */
export function tierOfPrice({ settings }: BillingServices, priceId: string): PlanTier | undefined {
  return PLAN_TIERS.find((tier) => settings.priceIds[tier].includes(priceId));
}

/** The bill with the plan it is for. */
export function withPlan(billing: BillingServices, { priceId, ...bill }: ProviderBill): Bill {
  return { ...bill, plan: priceId === null ? null : (tierOfPrice(billing, priceId) ?? null) };
}

/** The price each plan is sold for. */
export function pricesForSale({ priceIds }: PaymentSettings): Partial<Record<PlanTier, string>> {
  return Object.fromEntries(PLAN_TIERS.map((tier) => [tier, priceIds[tier][0]]));
}

/** A price that is for sale, and what a month costs. */
export interface PlanPrice {
  plan: PlanTier;
  priceId: string;
  amountCents: number;
}

/**
 * The price named by a browser: the newest in our settings, for sale at the provider, and not above the price we show.
 * @throws HttpProblem 400, before anything is created at the provider; 503 when the provider charges more, or taxes
 *   otherwise
 */
export async function requirePlanForSale(billing: BillingServices, priceId: string): Promise<PlanPrice> {
  const tier = PLAN_TIERS.find((candidate) => billing.settings.priceIds[candidate][0] === priceId);
  const plan = PLANS.find((candidate) => candidate.tier === tier);
  if (tier === undefined || plan === undefined) throw unknownPrice();
  const price = await billing.provider.findMonthlyPrice(priceId);
  if (price === undefined || price.currency !== CURRENCY) throw unknownPrice();
  if (price.cents > plan.priceCents) {
    billing.log.error({ priceId, cents: price.cents }, 'the provider charges more than is shown');
    throw notConfigured();
  }
  const { tax } = billing.settings;
  if (tax !== undefined && price.tax !== tax) {
    billing.log.error(
      { priceId, tax: price.tax, wanted: tax },
      'the tax behavior of a price does not match STRIPE_TAX',
    );
    throw notConfigured();
  }
  return { plan: tier, priceId, amountCents: price.cents };
}
