import type { PlanPrice } from '../billing.prices.ts';
import { billingProblem } from '../billing.problems.ts';
import type { BillingServices } from '../billing.services.ts';
import type { CouponTerms, PromotionCode, ProviderDiscount } from '../provider/provider.types.ts';

/** The provider charges no less. Cents. */
const MIN_CHARGE = 50;

/** What an amount comes to with one coupon. */
export function applyDiscount(amountCents: number, { percentOff, amountOffCents }: CouponTerms): number {
  const off = percentOff === null ? (amountOffCents ?? 0) : Math.round((amountCents * percentOff) / 100);
  return Math.max(0, amountCents - off);
}

export interface MonthlyCost {
  /** What the bill of that time comes to. */
  amountCents: number;
  /** What the bills after the discount come to; null without one. */
  regularCents: number | null;
  /** Unix seconds; null with `regularCents`: it does not end. */
  discountEndsAt: number | null;
}

/** What a month costs whose bill is made at that time. @param at unix seconds */
export function monthlyCost(amount: number, discounts: readonly ProviderDiscount[], at: number): MonthlyCost {
  const running = discounts.filter(({ months, endsAt }) => (endsAt === null ? months === null : endsAt > at));
  const amountCents = running.reduce(applyDiscount, amount);
  if (amountCents === amount) return { amountCents, regularCents: null, discountEndsAt: null };
  const ends = running.map(({ endsAt }) => endsAt ?? Number.POSITIVE_INFINITY);
  const end = Math.max(...ends);
  return { amountCents, regularCents: amount, discountEndsAt: Number.isFinite(end) ? end : null };
}

/**
 * The promotion code a member typed.
 * @throws HttpProblem 400 for one that cannot be used for this plan
 */
export async function requirePromotionCode(
  { provider, settings }: BillingServices,
  typed: string,
  { amountCents }: PlanPrice,
): Promise<PromotionCode> {
  if (!settings.offers?.promotionCodes) throw badCode('Promotion codes aren’t taken here.');
  const found = await provider.findPromotionCode(typed);
  if (found === undefined) throw badCode('This promotion code isn’t valid. Check its spelling.');
  if (found.minimumCents !== null && amountCents < found.minimumCents) {
    throw badCode('This promotion code is for a higher plan.');
  }
  // Without a payment no card would be kept, and the second month could not be charged.
  if (applyDiscount(amountCents, found) < MIN_CHARGE) {
    throw badCode('This promotion code leaves nothing to pay. Contact us and we’ll set it up for you.');
  }
  return found;
}

/** The provider knows more: that it is for first purchases, for one customer, or used up. */
export const unusableCode = () => badCode('This promotion code can’t be used for this purchase.');

const badCode = (message: string) => billingProblem(400, message, 'promotion_code_invalid');
