import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import type { ProviderInvoice, ProviderSubscription } from '../provider/provider.types.ts';
import { type BillingApp, createBillingApp, type Payer } from '../testing/billing-app.ts';
import { type Facts, stateOf } from './subscription.state.ts';

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1000);

interface Row {
  name: string;
  /** What the provider says. */
  status: string;
  /** Seconds from now. */
  endsIn?: number;
  overdueFor?: number;
  hasPendingSetup?: boolean;
  isDisputed?: boolean;
  /** Whether the plan is open then. */
  opens: boolean;
  shown?: string;
}

const TABLE: readonly Row[] = [
  { name: 'active', status: 'active', opens: true },
  { name: 'active, ending next week', status: 'active', endsIn: 7 * DAY, opens: true },
  {
    name: 'active, with an end that has passed without an event',
    status: 'active',
    endsIn: -60,
    opens: false,
    shown: 'canceled',
  },
  { name: 'active, disputed', status: 'active', isDisputed: true, opens: false, shown: 'disputed' },
  {
    name: 'past_due since yesterday, disputed',
    status: 'past_due',
    overdueFor: DAY,
    isDisputed: true,
    opens: false,
    shown: 'disputed',
  },
  { name: 'trialing at the provider, with a card', status: 'trialing', opens: true },
  { name: 'trialing at the provider, without one', status: 'trialing', hasPendingSetup: true, opens: false },
  { name: 'past_due since yesterday', status: 'past_due', overdueFor: DAY, opens: true },
  { name: 'past_due since almost seven days', status: 'past_due', overdueFor: 7 * DAY - 60, opens: true },
  { name: 'past_due since more than seven days', status: 'past_due', overdueFor: 7 * DAY + 60, opens: false },
  {
    name: 'past_due, ended before its grace',
    status: 'past_due',
    overdueFor: DAY,
    endsIn: -60,
    opens: false,
    shown: 'canceled',
  },
  { name: 'unpaid', status: 'unpaid', opens: false },
  { name: 'paused', status: 'paused', opens: false },
  { name: 'incomplete', status: 'incomplete', opens: false },
  { name: 'incomplete_expired', status: 'incomplete_expired', opens: false },
  { name: 'canceled', status: 'canceled', opens: false },
  { name: 'a word of the future', status: 'on_hold_by_regulator', opens: false },
];

let app: BillingApp;
let member: Payer;
let subscriptionId: string;
beforeAll(async () => {
  app = await createBillingApp();
  await seedPrompts(
    app.database.db,
    TIERS.map((tier) => ({ title: `Of ${tier}`, tier, content: `zq${tier} text` })),
  );
  member = await app.member();
  subscriptionId = await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
});
afterAll(() => app.close());

/** Which prompts open to the member right now, by asking for each. */
async function readable(): Promise<Tier[]> {
  const open: Tier[] = [];
  for (const tier of TIERS) {
    const response = await member.get(`/api/prompts/${seedId(`Of ${tier}`)}`);
    expect([200, 403]).toContain(response.statusCode);
    expect(response.payload.includes(`zq${tier}`)).toBe(response.statusCode === 200);
    if (response.statusCode === 200) open.push(tier);
  }
  return open;
}

const upTo = (tier: Tier) => TIERS.filter((candidate) => tierRank(candidate) <= tierRank(tier));

/** Puts the provider into a state, and lets us read it. */
async function arrange(row: Row, plan: PlanTier): Promise<void> {
  const stored = app.tables.subscriptions.require(subscriptionId);
  const [item] = stored.items.data;
  const invoice = app.tables.invoices.require(String(stored.latest_invoice));
  if (item === undefined) throw new Error('A subscription has an item.');
  item.price = app.tables.prices.require(app.prices[plan]);
  // The sandbox's type has the statuses it knows only, and this test needs another one.
  Object.assign(stored, { status: row.status });
  stored.cancel_at = row.endsIn === undefined ? null : now() + row.endsIn;
  stored.pending_setup_intent = row.hasPendingSetup ? 'seti_waiting' : null;
  invoice.status = row.overdueFor === undefined ? 'paid' : 'open';
  invoice.status_transitions.finalized_at = row.overdueFor === undefined ? now() : now() - row.overdueFor;
  await sql`delete from subscriptions where user_id = ${member.id}`.execute(app.database.db);
  await sql`delete from disputes`.execute(app.database.db);
  if (row.isDisputed) {
    await sql`insert into disputes (dispute_id, subscription_id, status, is_suspending)
      values ('dp_1', ${subscriptionId}, 'needs_response', true)`.execute(app.database.db);
  }
  expect((await member.post('/api/subscription/sync')).statusCode).toBe(200);
}

describe.each(PLAN_TIERS)('every status of a %s subscription, against every prompt', (plan) => {
  test.each(TABLE)('$name', async (row) => {
    await arrange(row, plan);
    expect(await readable()).toEqual(upTo(row.opens ? plan : 'basic'));
    const status = await member.status();
    expect(status).toMatchObject({
      tier: row.opens ? plan : 'basic',
      status: row.shown ?? row.status,
      canExport: row.opens,
    });
    expect((await member.get('/api/auth/user')).json().subscriptionTier).toBe(status.tier);
  });
});

test('a tier granted by an admin stays, whatever happens to a subscription', async () => {
  await sql`update users set tier = 'engineer' where id = ${member.id}`.execute(app.database.db);
  await arrange({ name: '', status: 'canceled', opens: false }, 'pro');
  expect(await readable()).toEqual([...TIERS]);
  expect(await member.status()).toMatchObject({
    tier: 'engineer',
    canExport: true,
    trial: { isAvailable: false },
  });
  await sql`update users set tier = 'basic' where id = ${member.id}`.execute(app.database.db);
  expect(await readable()).toEqual(['basic']);
});

test('a grace period ends the access without any request or event', async () => {
  await arrange({ name: '', status: 'past_due', overdueFor: DAY, opens: true }, 'pro');
  expect(await readable()).toEqual(upTo('pro'));
  expect(await member.status()).toMatchObject({
    graceUntil: expect.any(Number),
    isPaymentDue: true,
    plan: 'pro',
  });
  await sql`update subscriptions set entitled_until = now() - interval '1 second'`.execute(app.database.db);
  expect(await readable()).toEqual(['basic']);
});

test('a planned downgrade takes effect with the period, without an event', async () => {
  await arrange({ name: '', status: 'active', opens: true }, 'pro');
  await sql`update subscriptions set next_tier = 'advanced'`.execute(app.database.db);
  expect(await readable()).toEqual(upTo('pro'));
  await sql`update subscriptions set current_period_end = now() - interval '1 second'`.execute(
    app.database.db,
  );
  expect(await readable()).toEqual(upTo('advanced'));
  expect(await member.status()).toMatchObject({ plan: 'advanced', nextPlan: null, tier: 'advanced' });
});

describe('which of several subscriptions counts', () => {
  const sub = (id: string, status: string, priceId = 'p_pro', more: Partial<ProviderSubscription> = {}) => ({
    id,
    status,
    priceId,
    createdAt: 100,
    tax: null,
    itemId: `si_${id}`,
    periodStart: 100,
    periodEnd: 200,
    anchor: 100,
    endsAt: null,
    isEndingWithPeriod: false,
    hasPendingSetup: false,
    pendingPriceId: null,
    metadata: {},
    amountCents: 999,
    currency: 'usd',
    cardId: null,
    customerCardId: null,
    latestInvoiceId: null,
    discounts: [],
    items: 1,
    ...more,
  });
  const bill = (subscriptionId: string, finalizedAt: number): ProviderInvoice => ({
    id: `in_${finalizedAt}`,
    status: 'open',
    customerId: 'cus_1',
    subscriptionId,
    amountDueCents: 1,
    amountPaidCents: 0,
    isRefunded: false,
    tax: null,
    place: { country: null, postalCode: null },
    discountCents: 0,
    currency: 'usd',
    createdAt: finalizedAt - 10,
    finalizedAt,
    paidAt: null,
    clientSecret: null,
  });
  const state = (subscriptions: ProviderSubscription[], more: Partial<Facts> = {}) =>
    stateOf({
      subscriptions,
      openInvoices: [],
      lastPaid: undefined,
      suspended: new Set(),
      tierOfPrice: (id) =>
        ({ p_basic: 'basic', p_advanced: 'advanced', p_pro: 'pro' })[id] as PlanTier | undefined,
      before: undefined,
      ...more,
    });

  test('the paid one, however new the others are, and of two paid ones the higher', () => {
    const ended = sub('old', 'canceled', 'p_pro', { createdAt: 900 });
    const incomplete = sub('new', 'incomplete', 'p_pro', { createdAt: 999 });
    expect(state([ended, sub('it', 'active', 'p_basic'), incomplete])?.subscriptionId).toBe('it');
    expect(state([sub('a', 'active', 'p_basic'), sub('b', 'active', 'p_pro')])?.tier).toBe('pro');
    expect(state([sub('a', 'past_due', 'p_pro'), sub('b', 'active', 'p_basic')])?.subscriptionId).toBe('b');
    expect(state([ended, incomplete])?.subscriptionId).toBe('new');
    expect(state([])).toBeUndefined();
  });

  test('a disputed subscription does not hide a paid one', () => {
    const both = [sub('lost', 'active', 'p_pro'), sub('paid', 'active', 'p_basic')];
    expect(state(both, { suspended: new Set(['lost']) })).toMatchObject({
      subscriptionId: 'paid',
      isEntitled: true,
    });
  });

  test('a price that is not in the settings keeps the tier, and opens nothing more', () => {
    const before = { subscriptionId: 'it', tier: 'advanced' as const, amountCents: 499, pastDueSince: null };
    expect(state([sub('it', 'active', 'p_new')], { before })?.tier).toBe('advanced');
    expect(state([sub('it', 'active', 'p_new')])?.tier).toBe('basic');
    expect(state([sub('another', 'active', 'p_new')], { before })?.tier).toBe('basic');
  });

  test('overdue since the oldest bill, even when a newer one is there, or the oldest is gone', () => {
    const openInvoices = [bill('it', 900), bill('it', 300), bill('other', 10)];
    expect(state([sub('it', 'past_due')], { openInvoices })).toMatchObject({
      pastDueSince: 300,
      entitledUntil: 300 + 7 * DAY,
      openInvoiceId: 'in_900',
    });
    const before = { subscriptionId: 'it', tier: 'pro' as const, amountCents: 999, pastDueSince: 200 };
    expect(state([sub('it', 'past_due')], { openInvoices, before })?.pastDueSince).toBe(200);
    expect(state([sub('it', 'past_due')])?.pastDueSince).toBe(100);
    // The bill of 300 stayed open when a later one was paid: it belongs to an earlier time.
    const paid = { lastPaid: { createdAt: 400, paidAt: 500 } };
    expect(state([sub('it', 'past_due')], { openInvoices, before, ...paid })?.pastDueSince).toBe(900);
    expect(state([sub('it', 'active')], { openInvoices, before })?.pastDueSince).toBeNull();
  });

  test('metadata of one period is not valid for the next', () => {
    const metadata = { paidPriceId: 'p_pro', paidUntil: '200', paidAmountCents: '799' };
    const planned = state([sub('it', 'active', 'p_basic', { metadata, amountCents: 299 })]);
    expect(planned).toMatchObject({ tier: 'pro', nextTier: 'basic', amountCents: 799, nextAmountCents: 299 });
    const renewed = state([sub('it', 'active', 'p_basic', { metadata, amountCents: 299, periodEnd: 300 })]);
    expect(renewed).toMatchObject({ tier: 'basic', nextTier: null, amountCents: 299, nextAmountCents: null });
  });
});
