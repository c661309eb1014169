import type { Account } from './account.ts';
import { netOf } from './discounts.ts';
import type { Item, Line, Period, Subscription } from './records.ts';

/** @param item undefined for what has no price */
export function newLine(
  account: Account,
  item: Item | undefined,
  line: Pick<Line, 'amount' | 'description' | 'period' | 'discountable'>,
): Line {
  const price = item && { price: item.price.id, product: item.price.product };
  return {
    id: account.newId('il'),
    object: 'line_item',
    ...line,
    pricing: price ? { type: 'price_details', price_details: price } : null,
  };
}

/** A whole period. */
export function periodLine(account: Account, item: Item, period: Period): Line {
  const { nickname, unit_amount: amount, currency } = item.price;
  const price = `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
  const description = `1 × ${nickname} (at ${price} / month)`;
  return newLine(account, item, { amount, period, description, discountable: true });
}

/** What was paid for and is not used, and what is used instead. */
export function prorationLines(account: Account, subscription: Subscription, next: Item, at: number): Line[] {
  const old = itemOf(subscription);
  if (old.price.id === next.price.id) return [];
  const { current_period_start: start, current_period_end: end } = old;
  const share = (item: Item, sign: 1 | -1): Line => {
    const net = netOf(account, subscription, item.price.unit_amount);
    return newLine(account, item, {
      // For what is left of the period, by seconds.
      amount: sign * Math.round((net * (end - at)) / (end - start)),
      period: { start: at, end },
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${item.price.nickname} after ${isoDay(at)}`,
      discountable: false,
    });
  };
  return [share(old, -1), share(next, 1)];
}

/** @param time unix seconds */
export function isoDay(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}

/** The one item a subscription has here. */
export function itemOf({ id, items }: Subscription): Item {
  const [item] = items.data;
  if (!item) throw new Error(`Subscription ${id} has no item.`);
  return item;
}
