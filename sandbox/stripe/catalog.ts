import { PLANS } from '#contract/plans.ts';
import { invalidParameter, missingParameter } from './errors.ts';
import type { Params } from './form.ts';
import type { Plan, Price, Product } from './records.ts';
import type { World } from './world.ts';

/** The prices of the contract's plans, the same in every sandbox, so that stored rows keep their meaning. */
export const PLAN_PRICE_IDS = {
  basic: 'price_sandbox_basic_monthly',
  advanced: 'price_sandbox_advanced_monthly',
  pro: 'price_sandbox_pro_monthly',
} as const;

/** Puts the three plans of the contract into an empty catalog. */
export function publishPlans(world: World): void {
  for (const plan of PLANS) {
    const id = Object.entries(PLAN_PRICE_IDS).find(([tier]) => tier === plan.tier)?.[1];
    if (!id || world.store.tables.prices.find(id)) continue;
    const product = newProduct(world, `prod_sandbox_${plan.tier}`, plan.name, plan.sentence);
    newPrice(world, {
      id,
      product,
      currency: 'usd',
      amount: plan.priceCents,
      recurring: { interval: 'month', interval_count: 1 },
      lookupKey: `promptarium_${plan.tier}`,
      nickname: plan.name,
      metadata: {},
    });
  }
}

function newProduct(world: World, id: string, name: string, description: string | null): Product {
  const now = world.now();
  return world.store.tables.products.add({
    id,
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  });
}

interface PriceDraft {
  id: string;
  product: Product;
  currency: string;
  amount: number;
  recurring: { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number } | null;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Record<string, string>;
}

function newPrice(world: World, draft: PriceDraft): Price {
  return world.store.tables.prices.add({
    id: draft.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: draft.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: draft.lookupKey,
    metadata: draft.metadata,
    nickname: draft.nickname,
    product: draft.product.id,
    recurring: draft.recurring && {
      ...draft.recurring,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: draft.recurring ? 'recurring' : 'one_time',
    unit_amount: draft.amount,
    unit_amount_decimal: String(draft.amount),
  });
}

export function createProduct(world: World, params: Params): Product {
  const id = params.text('id') || world.store.newId('prod');
  if (world.store.tables.products.find(id)) {
    throw invalidParameter('id', 'Product already exists.', 'resource_already_exists');
  }
  const product = newProduct(world, id, params.required('name'), params.text('description') || null);
  product.metadata = params.metadata();
  world.emit('product.created', product);
  return product;
}

export function updateProduct(world: World, product: Product, params: Params): Product {
  world.change(product, 'product.updated', (changed) => {
    changed.active = params.flag('active') ?? changed.active;
    changed.name = params.text('name') ?? changed.name;
    changed.metadata = params.metadata(changed.metadata);
    changed.updated = world.now();
  });
  return product;
}

export function createPrice(world: World, params: Params): Price {
  const currency = params.required('currency').toLowerCase();
  const amount = params.integer('unit_amount');
  if (amount === undefined) throw missingParameter('unit_amount');
  const productData = params.part('product_data');
  const product = params.has('product_data')
    ? newProduct(world, world.store.newId('prod'), productData.required('name'), null)
    : world.store.tables.products.require(params.required('product'), 'product');
  const recurring = params.part('recurring');
  const price = newPrice(world, {
    id: world.store.newId('price'),
    product,
    currency,
    amount,
    recurring: params.has('recurring')
      ? {
          interval: recurring.choice('interval', ['day', 'week', 'month', 'year']) ?? 'month',
          interval_count: recurring.integer('interval_count') ?? 1,
        }
      : null,
    lookupKey: params.text('lookup_key') || null,
    nickname: params.text('nickname') || null,
    metadata: params.metadata(),
  });
  world.emit('price.created', price);
  return price;
}

export function updatePrice(world: World, price: Price, params: Params): Price {
  world.change(price, 'price.updated', (changed) => {
    changed.active = params.flag('active') ?? changed.active;
    changed.nickname = params.text('nickname') ?? changed.nickname;
    changed.lookup_key = params.text('lookup_key') ?? changed.lookup_key;
    changed.metadata = params.metadata(changed.metadata);
  });
  return price;
}

/** The older form of a price, which items still carry. */
export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
