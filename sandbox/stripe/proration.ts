import type { Item, Line, Price, Subscription } from './records.ts';
import type { World } from './world.ts';

interface Period {
  start: number;
  end: number;
}

/** The share of an amount for what is left of the period at that moment, by seconds. */
export function remainingShare(amount: number, period: Period, at: number): number {
  return Math.round((amount * (period.end - at)) / (period.end - period.start));
}

interface LineDraft {
  subscriptionId: string;
  item: Pick<Item, 'id' | 'price' | 'quantity'>;
  amount: number;
  period: Period;
  description: string;
  isProration: boolean;
}

/** One line of an invoice; it gets its invoice when that is made. */
export function newLine(world: World, draft: LineDraft): Line {
  const { subscriptionId, item, amount, period, description, isProration } = draft;
  return {
    id: world.store.newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: isProration ? world.store.newId('ii') : null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription: subscriptionId,
        subscription_item: item.id,
      },
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: item.price.id, product: item.price.product },
      unit_amount_decimal: String(item.price.unit_amount ?? 0),
    },
    quantity: item.quantity,
    quantity_decimal: String(item.quantity),
    subscription: subscriptionId,
    subtotal: amount,
    taxes: [],
  };
}

/** A whole period of each item. */
export function periodLines(world: World, subscriptionId: string, items: Item[], period: Period): Line[] {
  return items.map((item) =>
    newLine(world, {
      subscriptionId,
      item,
      amount: total(item),
      period,
      description: `${item.quantity} × ${nameOf(world, item.price)} (at ${money(item.price)} / ${item.price.recurring?.interval})`,
      isProration: false,
    }),
  );
}

/** What was paid for and is not used, and what is used instead, for every item that differs. */
export function prorationLines(world: World, subscription: Subscription, next: Item[], at: number): Line[] {
  const lines: Line[] = [];
  const before = new Map(subscription.items.data.map((item) => [item.id, item]));
  for (const item of next) {
    const old = before.get(item.id);
    before.delete(item.id);
    if (old?.price.id === item.price.id && old.quantity === item.quantity) continue;
    const period = periodOf(old ?? subscription.items.data[0] ?? item);
    if (old) lines.push(unused(world, subscription, old, period, at));
    lines.push(share(world, subscription, item, period, at, 'Remaining', 1));
  }
  for (const old of before.values()) lines.push(unused(world, subscription, old, periodOf(old), at));
  return lines;
}

function unused(world: World, subscription: Subscription, old: Item, period: Period, at: number): Line {
  const line = share(world, subscription, old, period, at, 'Unused', -1);
  const invoice = subscription.latest_invoice;
  const details = line.parent.subscription_item_details;
  if (invoice) details.proration_details = { credited_items: { invoice, invoice_line_items: [] } };
  return line;
}

/** Everything that is left of the old items, when a new period begins right now. */
export function unusedLines(world: World, subscription: Subscription, at: number): Line[] {
  return subscription.items.data.map((old) => unused(world, subscription, old, periodOf(old), at));
}

function share(
  world: World,
  subscription: Subscription,
  item: Item,
  period: Period,
  at: number,
  word: 'Unused' | 'Remaining',
  sign: 1 | -1,
): Line {
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  return newLine(world, {
    subscriptionId: subscription.id,
    item,
    amount: sign * remainingShare(total(item), period, at),
    period: { start: at, end: period.end },
    description: `${word} time on ${nameOf(world, item.price)} after ${day}`,
    isProration: true,
  });
}

export function periodOf(item: Item): Period {
  return { start: item.current_period_start, end: item.current_period_end };
}

export function total(item: Pick<Item, 'price' | 'quantity'>): number {
  return (item.price.unit_amount ?? 0) * item.quantity;
}

function nameOf(world: World, price: Price): string {
  return price.nickname ?? world.store.tables.products.find(price.product)?.name ?? price.id;
}

function money(price: Price): string {
  return `${((price.unit_amount ?? 0) / 100).toFixed(2)} ${price.currency.toUpperCase()}`;
}
