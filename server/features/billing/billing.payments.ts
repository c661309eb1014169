import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import type { Db } from '#server/core/database/pool.ts';
import { MemberLocks } from './billing.locks.ts';
import { notConfigured, unknownPrice } from './billing.problems.ts';
import type { PaymentSettings } from './billing.settings.ts';
import { CURRENCY, StripeProvider } from './billing.stripe.ts';
import type { ProviderLog } from './billing.stripe-client.ts';

/** What takes money; there is none where payments are not set up. */
export interface Payments {
  db: Db;
  provider: StripeProvider;
  locks: MemberLocks;
  settings: PaymentSettings;
  publicUrl: string;
  log: ProviderLog;
}

/** @param parts `connections`: how many `db` has; where nobody says, one payment is worked on at a time */
export function openPayments(
  { connections = 1, ...parts }: Pick<Payments, 'db' | 'publicUrl' | 'log'> & { connections?: number },
  settings: PaymentSettings | undefined,
): Payments | undefined {
  if (settings === undefined) return undefined;
  return {
    ...parts,
    settings,
    provider: new StripeProvider(settings, parts.log),
    locks: new MemberLocks(parts.db, connections),
  };
}

/** @throws HttpProblem 503 `Payment system not configured` */
export function requirePayments(payments: Payments | undefined): Payments {
  if (payments === undefined) throw notConfigured();
  return payments;
}

/** The plan a price pays for; undefined for one we were not told of. */
export function tierOfPrice({ settings }: Payments, priceId: string): PlanTier | undefined {
  return PLAN_TIERS.find((tier) => settings.priceIds[tier] === priceId);
}

/**
 * The plan of a price a browser named: one of ours, still for sale at the provider, and no dearer than what we show.
 * @throws HttpProblem 400, before anything is made at the provider; 503 when the provider charges more
 */
export async function requirePlanForSale(payments: Payments, priceId: string): Promise<PlanTier> {
  const tier = tierOfPrice(payments, priceId);
  const plan = PLANS.find((one) => one.tier === tier);
  if (tier === undefined || plan === undefined) throw unknownPrice();
  const price = await payments.provider.findMonthlyPrice(priceId);
  if (price === undefined || price.currency !== CURRENCY) throw unknownPrice();
  if (price.cents > plan.priceCents) {
    payments.log.error({ priceId, cents: price.cents }, 'the provider charges more than is shown');
    throw notConfigured();
  }
  return tier;
}
