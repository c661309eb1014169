import { addPeriods, periodEnd } from './calendar.ts';
import { planOf } from './catalog.ts';
import { invalidParameter, missingParameter, refused } from './errors.ts';
import type { Params } from './form.ts';
import type { Item, Phase, Schedule, Subscription } from './records.ts';
import { newItem, requireRecurringPrice } from './subscription-items.ts';
import type { World } from './world.ts';

const END_BEHAVIORS = ['cancel', 'release'] as const;

/** `subscriptionSchedules.create({from_subscription})`: one phase, as the subscription is now. */
export function createSchedule(world: World, params: Params): Schedule {
  const subscription = world.store.tables.subscriptions.require(
    params.required('from_subscription'),
    'from_subscription',
  );
  if (subscription.schedule) {
    throw refused('You cannot migrate a subscription that is already attached to a schedule.');
  }
  const [item] = subscription.items.data;
  if (!item || !['active', 'trialing', 'past_due'].includes(subscription.status)) {
    throw refused(`You cannot create a schedule from a subscription that is ${subscription.status}.`);
  }
  const now = world.now(subscription.test_clock);
  const phase = newPhase(subscription.currency, {
    items: subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
    start: item.current_period_start,
    end: item.current_period_end,
    proration: 'create_prorations',
  });
  const schedule: Schedule = {
    id: world.store.newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: subscription.customer,
    customer_account: null,
    default_settings: structuredClone(DEFAULT_SETTINGS),
    end_behavior: 'release',
    livemode: false,
    metadata: params.metadata(),
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  };
  world.store.tables.schedules.add(schedule);
  world.emit('subscription_schedule.created', schedule);
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    changed.schedule = schedule.id;
  });
  return schedule;
}

const DEFAULT_SETTINGS: Schedule['default_settings'] = {
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: 'automatic',
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  default_payment_method: null,
  description: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    days_until_due: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  on_behalf_of: null,
  transfer_data: null,
};

interface PhaseDraft {
  items: { price: string; quantity: number }[];
  start: number;
  end: number;
  proration: 'always_invoice' | 'create_prorations' | 'none';
}

function newPhase(currency: string, { items, start, end, proration }: PhaseDraft): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: {},
    on_behalf_of: null,
    proration_behavior: proration,
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}

/** `subscriptionSchedules.update`: all phases anew, the present one first and begun as it was. */
export function updateSchedule(world: World, schedule: Schedule, params: Params): Schedule {
  assertActive(schedule);
  const phases = params.has('phases') ? readPhases(world, schedule, params) : schedule.phases;
  world.change(schedule, 'subscription_schedule.updated', (changed) => {
    changed.end_behavior = params.choice('end_behavior', END_BEHAVIORS) ?? changed.end_behavior;
    changed.metadata = params.metadata(changed.metadata ?? {});
    changed.phases = phases;
    const [first] = phases;
    if (first && params.has('phases')) {
      changed.current_phase = { start_date: first.start_date, end_date: first.end_date };
    }
  });
  return schedule;
}

function readPhases(world: World, schedule: Schedule, params: Params): Phase[] {
  const current = schedule.current_phase;
  let start: number | undefined;
  return params.parts('phases').map((part, index) => {
    const items = part.parts('items').map((item) => ({
      price: requireRecurringPrice(world, item.required('price'), item.path('price')).id,
      quantity: item.integer('quantity') ?? 1,
    }));
    const [first] = items;
    if (!first) throw missingParameter(part.path('items'));
    const begins = part.integer('start_date') ?? start ?? current?.start_date ?? 0;
    if (index === 0 && begins !== current?.start_date) {
      throw invalidParameter(
        part.path('start_date'),
        'You can not modify the start date of the current phase.',
      );
    }
    if (start !== undefined && begins !== start) {
      throw invalidParameter(part.path('start_date'), 'A phase must begin when the one before it ends.');
    }
    const ends = part.integer('end_date') ?? endOf(world, part, begins, first.price);
    if (ends <= begins) throw invalidParameter(part.path('end_date'), 'A phase must end after it begins.');
    start = ends;
    const proration = part.choice('proration_behavior', ['always_invoice', 'create_prorations', 'none']);
    return newPhase(schedule.phases[0]?.currency ?? 'usd', {
      items,
      start: begins,
      end: ends,
      proration: proration ?? 'create_prorations',
    });
  });
}

/** So many of its intervals; one when nothing is said. */
function endOf(world: World, part: Params, start: number, priceId: string): number {
  const duration = part.part('duration');
  const recurring = world.store.tables.prices.require(priceId).recurring;
  if (!recurring) throw new Error('A phase has a recurring price.');
  if (!part.has('duration')) return addPeriods(start, recurring, 1);
  const interval = duration.choice('interval', ['day', 'week', 'month', 'year']) ?? recurring.interval;
  return addPeriods(start, { interval, interval_count: duration.integer('interval_count') ?? 1 }, 1);
}

/** The subscription goes on as it is, without its schedule. */
export function releaseSchedule(world: World, schedule: Schedule): Schedule {
  assertActive(schedule);
  const subscription = world.store.tables.subscriptions.find(schedule.subscription);
  schedule.status = 'released';
  schedule.released_at = world.now(subscription?.test_clock ?? null);
  schedule.released_subscription = schedule.subscription;
  schedule.subscription = null;
  schedule.current_phase = null;
  world.emit('subscription_schedule.released', schedule);
  if (subscription) {
    world.change(subscription, 'customer.subscription.updated', (changed) => {
      changed.schedule = null;
    });
  }
  return schedule;
}

/** With its subscription, which ends otherwise. */
export function cancelScheduleOf(world: World, subscription: Subscription): void {
  const schedule = world.store.tables.schedules.find(subscription.schedule);
  if (schedule?.status !== 'active') return;
  schedule.status = 'canceled';
  schedule.canceled_at = world.now(subscription.test_clock);
  schedule.current_phase = null;
  world.emit('subscription_schedule.canceled', schedule);
}

/** When its phase ends; undefined without a schedule. */
export function nextPhaseDue(world: World, subscription: Subscription): number | undefined {
  return world.store.tables.schedules.find(subscription.schedule)?.current_phase?.end_date;
}

/** The next phase begins, or there is none and the schedule lets go. Its renewal follows at the same moment. */
export function startNextPhase(world: World, subscription: Subscription): void {
  const schedule = world.store.tables.schedules.find(subscription.schedule);
  const start = schedule?.current_phase?.end_date;
  const next = schedule?.phases.find((phase) => phase.start_date === start);
  if (!schedule) return;
  if (!next) {
    releaseSchedule(world, schedule);
    return;
  }
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
  world.emit('subscription_schedule.updated', schedule);
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    changed.items.data = itemsOf(world, changed, next);
  });
}

/** With the periods as they are: a phase that begins with a period needs no proration. */
function itemsOf(world: World, subscription: Subscription, phase: Phase): Item[] {
  return phase.items.map(({ price: id, quantity }, index) => {
    const price = world.store.tables.prices.require(id);
    const old = subscription.items.data[index];
    if (old) return { ...old, price: structuredClone(price), plan: planOf(price), quantity };
    const recurring = price.recurring;
    if (!recurring) throw new Error('A phase has a recurring price.');
    const period = {
      start: phase.start_date,
      end: periodEnd(subscription.billing_cycle_anchor, recurring, phase.start_date),
    };
    return newItem(world, subscription.id, { price, quantity, period, created: phase.start_date });
  });
}

function assertActive(schedule: Schedule): void {
  if (schedule.status === 'active') return;
  throw refused(`This subscription schedule is ${schedule.status} and can no longer be changed.`);
}
