import { z } from 'zod';
import type { Account } from './account.ts';
import { addMonths } from './calendar.ts';
import { noSuch, refused } from './errors.ts';
import type { Coupon, Discount } from './merchant-setup-records.ts';
import type { Line, Subscription } from './records.ts';

/** One at a time here: what a member typed, or what staff chose. */
export const discountParams = z
  .tuple([z.union([z.strictObject({ promotion_code: z.string() }), z.strictObject({ coupon: z.string() })])])
  .optional();

/** On a subscription, in place of what it had. @throws StripeError 400 for a code or coupon that cannot be used */
export function addDiscount(
  account: Account,
  subscription: Subscription,
  [given]: NonNullable<z.infer<typeof discountParams>>,
): void {
  const { coupons, discounts } = account.tables;
  const code = 'promotion_code' in given ? redeem(account, subscription, given.promotion_code) : undefined;
  const id = code?.promotion.coupon ?? ('coupon' in given ? given.coupon : '');
  const coupon = coupons.find(id);
  if (!coupon) throw noSuch('coupon', id, 'discounts[0][coupon]');
  if (!coupon.valid) throw refused('This coupon is no longer valid.', { code: 'coupon_expired' });
  coupon.times_redeemed += 1;
  const start = account.now();
  const { duration, duration_in_months: months } = coupon;
  const discount: Discount = {
    id: account.newId('di'),
    object: 'discount',
    customer: subscription.customer,
    end: duration === 'repeating' ? addMonths(start, months ?? 1) : null,
    promotion_code: code?.id ?? null,
    source: { type: 'coupon', coupon: coupon.id },
    start,
    subscription: subscription.id,
  };
  subscription.discounts = [discounts.add(discount).id];
}

function redeem(account: Account, subscription: Subscription, id: string) {
  const code = account.tables.promotionCodes.require(id, 'discounts[0][promotion_code]');
  const { customer } = subscription;
  if (!code.active) throw refused('This promotion code is no longer active.');
  const hasPaid = account.tables.invoices.where((one) => one.customer === customer && one.amount_paid > 0);
  if (code.restrictions.first_time_transaction && hasPaid.length > 0) {
    throw refused('This promotion code cannot be redeemed because the customer has prior transactions.');
  }
  code.times_redeemed += 1;
  return code;
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
export function withDiscounts(account: Account, subscription: Subscription): object {
  const discounts = subscription.discounts.map((id) => ({
    ...account.tables.discounts.require(id),
    source: { type: 'coupon', coupon: couponOf(account, id) },
  }));
  return { ...subscription, discounts };
}
