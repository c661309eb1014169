import type { Account } from './account.ts';
import { netOf } from './discounts.ts';
import type { Item, Line, Period, Subscription } from './records.ts';

interface Draft {
  amount: number;
  period: Period;
  description: string;
  isProration: boolean;
}

/** A line of an invoice; it gets its invoice when that is made. */
function newLine(account: Account, item: Item, { amount, period, description, isProration }: Draft): Line {
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description,
    discountable: !isProration,
    invoice: null,
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: {
        proration: isProration,
        subscription: item.subscription,
        subscription_item: item.id,
      },
    },
    period,
    pricing: {
      type: 'price_details',
      price_details: { price: item.price.id, product: item.price.product },
    },
    quantity: 1,
    subscription: item.subscription,
    subtotal: amount,
  };
}

/** A whole period. */
export function periodLine(account: Account, item: Item, period: Period): Line {
  const { nickname, unit_amount: amount, currency } = item.price;
  const price = `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
  const description = `1 × ${nickname} (at ${price} / month)`;
  return newLine(account, item, { amount, period, description, isProration: false });
}

/** What was paid for and is not used, and what is used instead. */
export function prorationLines(account: Account, subscription: Subscription, next: Item, at: number): Line[] {
  const old = itemOf(subscription);
  if (old.price.id === next.price.id) return [];
  const whole = periodOf(old);
  const period = { start: at, end: whole.end };
  const share = (item: Item, sign: 1 | -1): Line =>
    newLine(account, item, {
      amount: sign * remainingShare(netOf(account, subscription, item.price.unit_amount), whole, at),
      period,
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${item.price.nickname} after ${isoDay(at)}`,
      isProration: true,
    });
  return [share(old, -1), share(next, 1)];
}

/** The share of an amount for what is left of the period, by seconds. */
function remainingShare(amount: number, { start, end }: Period, at: number): number {
  return Math.round((amount * (end - at)) / (end - start));
}

/** @param time unix seconds */
export function isoDay(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}

export function periodOf(item: Item): Period {
  return { start: item.current_period_start, end: item.current_period_end };
}

/** The one item a subscription has here. */
export function itemOf({ id, items }: Subscription): Item {
  const [item] = items.data;
  if (!item) throw new Error(`Subscription ${id} has no item.`);
  return item;
}
