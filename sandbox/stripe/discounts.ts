import { z } from 'zod';
import type { Account } from './account.ts';
import { addMonths } from './calendar.ts';
import { refused } from './errors.ts';
import type { Coupon, Line, Subscription } from './records.ts';

/** One at a time here: what a member typed, or what staff chose. */
export const discountParams = z
  .tuple([z.union([z.strictObject({ promotion_code: z.string() }), z.strictObject({ coupon: z.string() })])])
  .optional();

/** @returns the ids of a subscription's discounts. @throws StripeError 400 for a code or coupon that cannot be used */
export function newDiscounts(
  account: Account,
  customer: string,
  [given]: NonNullable<z.infer<typeof discountParams>>,
): string[] {
  const id = 'coupon' in given ? given.coupon : redeem(account, customer, given.promotion_code);
  const coupon = account.tables.coupons.require(id, 'discounts[0][coupon]');
  if (!coupon.valid) throw refused('This coupon is no longer valid.', { code: 'coupon_expired' });
  const months = coupon.duration_in_months ?? 1;
  const discount = account.tables.discounts.add({
    end: coupon.duration === 'repeating' ? addMonths(account.now(), months) : null,
    source: { type: 'coupon', coupon: coupon.id },
  });
  return [discount.id];
}

/** @returns the id of its coupon */
function redeem({ tables }: Account, customer: string, id: string): string {
  const code = tables.promotionCodes.require(id, 'discounts[0][promotion_code]');
  if (!code.active) throw refused('This promotion code is no longer active.');
  const hasPaid = tables.invoices.where((one) => one.customer === customer && one.amount_paid > 0);
  if (code.restrictions.first_time_transaction && hasPaid.length > 0) {
    throw refused('This promotion code cannot be redeemed because the customer has prior transactions.');
  }
  return code.promotion.coupon;
}

function couponOf({ tables }: Account, discountId: string): Coupon {
  return tables.coupons.require(tables.discounts.require(discountId).source.coupon);
}

/** What it takes off an amount. */
function amountOff({ percent_off: percent, amount_off: off }: Coupon, amount: number): number {
  return Math.min(amount, percent === null ? (off ?? 0) : Math.round((amount * percent) / 100));
}

/** Of a period's price: what proration is reckoned by, too. */
export function netOf(account: Account, { discounts }: Subscription, amount: number): number {
  return discounts.reduce((rest, id) => rest - amountOff(couponOf(account, id), rest), amount);
}

/** Of an invoice's lines; prorations are net already. */
export function discountAmounts(account: Account, discounts: readonly string[], lines: readonly Line[]) {
  const base = lines.filter((line) => line.discountable).reduce((sum, line) => sum + line.amount, 0);
  return discounts.map((discount) => ({ discount, amount: amountOff(couponOf(account, discount), base) }));
}

/** Those that are over by now; one that counts once is over with its first invoice. */
export function dropEnded(account: Account, subscription: Subscription, isBilled: boolean): void {
  subscription.discounts = subscription.discounts.filter((id) => {
    const { end } = account.tables.discounts.require(id);
    if (isBilled && couponOf(account, id).duration === 'once') return false;
    return end === null || end > account.now();
  });
}

/** With everything the app asks to have expanded. */
export function withDiscounts(account: Account, subscription: Subscription) {
  const discounts = subscription.discounts.map((id) => ({
    ...account.tables.discounts.require(id),
    source: { type: 'coupon' as const, coupon: couponOf(account, id) },
  }));
  return { ...subscription, discounts };
}
