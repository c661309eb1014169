import { planOf } from './catalog.ts';
import { invalidParameter, missingParameter, refused } from './errors.ts';
import type { Params } from './form.ts';
import type { Item, List, Price, Subscription } from './records.ts';
import type { World } from './world.ts';

/** @throws StripeError unless it can be subscribed to */
export function requireRecurringPrice(world: World, id: string, param: string): Price {
  const price = world.store.tables.prices.require(id, param);
  if (!price.active) throw invalidParameter(param, 'The price specified is inactive.', 'price_inactive');
  if (!price.recurring) {
    throw invalidParameter(
      param,
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    );
  }
  return price;
}

export function newItem(
  world: World,
  subscriptionId: string,
  draft: { price: Price; quantity: number; period: { start: number; end: number }; created: number },
): Item {
  return {
    id: world.store.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: draft.created,
    current_period_start: draft.period.start,
    current_period_end: draft.period.end,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(draft.price),
    price: structuredClone(draft.price),
    quantity: draft.quantity,
    subscription: subscriptionId,
    tax_rates: [],
  };
}

export function itemList(subscriptionId: string, data: Item[]): List<Item> {
  return {
    object: 'list',
    data,
    has_more: false,
    url: `/v1/subscription_items?subscription=${subscriptionId}`,
  };
}

/** The items a new subscription asks for. */
export function readNewItems(world: World, params: Params): { price: Price; quantity: number }[] {
  const parts = params.parts('items');
  if (parts.length === 0) throw missingParameter('items');
  const items = parts.map((part) => ({
    price: requireRecurringPrice(world, part.required('price'), part.path('price')),
    quantity: readQuantity(part),
  }));
  assertTogether(items.map(({ price }) => price));
  return items;
}

/**
 * The items after an update. One without `id` comes beside the others, also when it has the same price: the mistake
 * that bills twice.
 */
export function readChangedItems(
  world: World,
  subscription: Subscription,
  params: Params,
  now: number,
): Item[] {
  const items = subscription.items.data.map((item) => structuredClone(item));
  const period = {
    start: items[0]?.current_period_start ?? now,
    end: items[0]?.current_period_end ?? now,
  };
  for (const part of params.parts('items')) {
    const id = part.text('id');
    const index = items.findIndex((item) => item.id === id);
    const item = items[index];
    if (id && !item)
      throw refused(`No such subscription item: '${id}'`, {
        code: 'resource_missing',
        param: part.path('id'),
      });
    if (item && part.flag('deleted')) {
      items.splice(index, 1);
      continue;
    }
    const priceId = part.text('price');
    if (!item) {
      const price = requireRecurringPrice(world, part.required('price'), part.path('price'));
      items.push(
        newItem(world, subscription.id, { price, quantity: readQuantity(part), period, created: now }),
      );
    } else if (priceId && priceId !== item.price.id) {
      const price = requireRecurringPrice(world, priceId, part.path('price'));
      Object.assign(item, {
        price: structuredClone(price),
        plan: planOf(price),
        quantity: readQuantity(part),
      });
    } else {
      item.quantity = part.integer('quantity') ?? item.quantity;
    }
  }
  if (items.length === 0) throw refused('A subscription must have at least one active price.');
  assertTogether(items.map(({ price }) => price));
  if (items[0]?.price.currency !== subscription.currency) {
    throw refused(`The price's currency must be the subscription's: ${subscription.currency}.`);
  }
  return items;
}

/** Changing the price without saying how many makes it one. */
function readQuantity(part: Params): number {
  const quantity = part.integer('quantity') ?? 1;
  if (quantity < 0) throw invalidParameter(part.path('quantity'), 'This value must be at least 0.');
  return quantity;
}

function assertTogether(prices: Price[]): void {
  const [first] = prices;
  for (const price of prices) {
    if (price.currency !== first?.currency) {
      throw refused('All prices of a subscription must have the same currency.');
    }
    const isSame =
      price.recurring?.interval === first.recurring?.interval &&
      price.recurring?.interval_count === first.recurring?.interval_count;
    if (!isSame)
      throw refused('The sandbox does not model subscriptions whose prices have different intervals.');
  }
}
