import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import { notConfigured, unknownPrice } from './billing.problems.ts';
import type { BillingServices } from './billing.services.ts';
import { CURRENCY } from './provider/provider.api.ts';

/** The plan a price pays for; undefined for a price that is not in the settings. */
export function tierOfPrice({ settings }: BillingServices, priceId: string): PlanTier | undefined {
  return PLAN_TIERS.find((tier) => settings.priceIds[tier] === priceId);
}

/**
 * The plan of a price named by a browser: in our settings, for sale at the provider, and not above the price we show.
 * @throws HttpProblem 400, before anything is created at the provider; 503 when the provider charges more
 */
export async function requirePlanForSale(billing: BillingServices, priceId: string): Promise<PlanTier> {
  const tier = tierOfPrice(billing, priceId);
  const plan = PLANS.find((one) => one.tier === tier);
  if (tier === undefined || plan === undefined) throw unknownPrice();
  const price = await billing.provider.findMonthlyPrice(priceId);
  if (price === undefined || price.currency !== CURRENCY) throw unknownPrice();
  if (price.cents > plan.priceCents) {
    billing.log.error({ priceId, cents: price.cents }, 'the provider charges more than is shown');
    throw notConfigured();
  }
  return tier;
}
