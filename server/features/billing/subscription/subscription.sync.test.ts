import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlanTier } from '#contract/billing.ts';
import {
  type BillingApp,
  CARD,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
  tierOf,
} from '../testing/billing-app.ts';

const DECLINES = '4000000000000341';
const ALWAYS_ASKS = '4000002760003184';
const DAY = 86_400;

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());
// The clock moves for all customers, so each test begins without any.
beforeEach(() => app.sandbox.control.reset());

async function subscriber(tier: PlanTier): Promise<{ member: Payer; subscriptionId: string }> {
  const member = await app.member();
  return { member, subscriptionId: await member.subscribe(tier) };
}

async function renew(): Promise<void> {
  app.sandbox.control.advance({ until: 'renewal' });
  await app.settle();
}

/** Moves stored timestamps into our past by as much as the sandbox's clock is ahead. */
async function moveToNow(member: Payer): Promise<void> {
  const ahead = app.sandbox.control.now() - Math.floor(Date.now() / 1000);
  const back = sql`make_interval(secs => ${ahead})`;
  await sql`update subscriptions set current_period_end = current_period_end - ${back},
    past_due_since = past_due_since - ${back}, entitled_until = entitled_until - ${back}
    where user_id = ${member.id}`.execute(app.database.db);
}

test('paid: the plan continues for another period', async () => {
  const { member } = await subscriber('pro');
  const before = await member.status();
  await renew();
  const after = await member.status();
  expect(after).toMatchObject({ tier: 'pro', status: 'active', isPaymentDue: false });
  expect(Number(after.currentPeriodEnd)).toBeGreaterThan(Number(before.currentPeriodEnd) + 27 * DAY);
});

describe('not paid', () => {
  test('keeps the plan for seven days with something to pay, and is repaired by paying', async () => {
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.setCard(subscriptionId, DECLINES);
    await renew();
    const overdue = await member.status();
    expect(overdue).toMatchObject({ tier: 'pro', plan: 'pro', status: 'past_due', isPaymentDue: true });
    const invoice = app.tables.invoices.require(
      String(app.tables.subscriptions.require(subscriptionId).latest_invoice),
    );
    expect(overdue.graceUntil).toBe(Number(invoice.status_transitions.finalized_at) + 7 * DAY);
    const refused = await member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'already_subscribed']);
    const change = await member.post('/api/subscription/change', { priceId: app.prices.basic });
    expect([change.statusCode, change.json().code]).toEqual([409, 'earlier_payment_unsettled']);
    const payment = (await member.post('/api/subscription/pay')).json();
    expect(payment).toMatchObject({ intent: 'payment', amountCents: 999 });
    expect(app.sandbox.control.confirm(payment.clientSecret, CARD).error).toBeUndefined();
    await app.settle();
    expect(await member.status()).toMatchObject({
      tier: 'pro',
      status: 'active',
      graceUntil: null,
      isPaymentDue: false,
    });
    expect((await member.post('/api/subscription/pay')).statusCode).toBe(400);
    await renew();
    expect(await member.status()).toMatchObject({ status: 'active', tier: 'pro' });
  });

  test('after seven days basic, without any event; and further attempts of the provider do not restart the grace period', async () => {
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.setCard(subscriptionId, DECLINES);
    await renew();
    const { graceUntil } = await member.status();
    app.sandbox.control.advance({ seconds: 4 * DAY });
    await app.settle();
    expect((await member.status()).graceUntil).toBe(graceUntil);
    await moveToNow(member);
    expect(await tierOf(member)).toBe('pro');
    app.sandbox.control.advance({ seconds: 4 * DAY });
    await app.settle();
    await moveToNow(member);
    expect(await member.status()).toMatchObject({
      tier: 'basic',
      status: 'past_due',
      isPaymentDue: true,
      plan: 'pro',
    });
    // Paid late, it opens again.
    const payment = (await member.post('/api/subscription/pay')).json();
    app.sandbox.control.confirm(payment.clientSecret, CARD);
    await app.settle();
    expect(await tierOf(member)).toBe('pro');
  });

  test.each(['canceled', 'unpaid', 'past_due'] as const)(
    'until dunning ends, with the status %s',
    async (end) => {
      app.sandbox.control.setAccount({ afterRetries: end });
      const { member, subscriptionId } = await subscriber('advanced');
      app.sandbox.control.setCard(subscriptionId, DECLINES);
      await renew();
      app.sandbox.control.advance({ seconds: 20 * DAY });
      await app.settle();
      await moveToNow(member);
      expect(await member.status()).toMatchObject({ tier: 'basic', status: end, canExport: false });
      if (end === 'canceled') {
        await member.subscribe('basic');
        expect(await member.status()).toMatchObject({ status: 'active', plan: 'basic' });
      } else {
        const payment = (await member.post('/api/subscription/pay')).json();
        expect(app.sandbox.control.confirm(payment.clientSecret, CARD).error).toBeUndefined();
        await app.settle();
        expect(await member.status()).toMatchObject({ status: 'active', tier: 'advanced' });
      }
    },
  );

  test('because authentication is needed: the member completes it', async () => {
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.setCard(subscriptionId, ALWAYS_ASKS);
    await renew();
    expect(await member.status()).toMatchObject({ status: 'past_due', isPaymentDue: true, tier: 'pro' });
    expect((await member.status()).isAuthenticationNeeded).toBe(true);
    const { clientSecret, isAuthenticationNeeded } = (await member.post('/api/subscription/pay')).json();
    expect(isAuthenticationNeeded).toBe(true);
    // The kept card is enough: no form, only the bank's page.
    app.sandbox.control.authenticate(clientSecret, 'succeeded');
    await app.settle();
    expect(await member.status()).toMatchObject({ status: 'active', isPaymentDue: false });
  });
});

test('the end of a month: 31 January, 28 February, 31 March', async () => {
  const start = Date.UTC(2027, 0, 31, 12) / 1000;
  app.sandbox.control.advance({ to: start });
  const { member } = await subscriber('pro');
  const days: string[] = [];
  for (let month = 0; month < 4; month += 1) {
    const { currentPeriodEnd } = await member.status();
    days.push(new Date(Number(currentPeriodEnd) * 1000).toISOString().slice(0, 10));
    await renew();
  }
  expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  expect(await tierOf(member)).toBe('pro');
});

test('a card changed on the provider’s pages pays what is due, and what comes', async () => {
  const { member, subscriptionId } = await subscriber('basic');
  app.sandbox.control.setCard(subscriptionId, DECLINES);
  await renew();
  expect((await member.status()).status).toBe('past_due');
  app.sandbox.control.setCard(subscriptionId, CARD);
  app.sandbox.control.advance({ until: 'attempt', customer: customerOf(app, member) });
  await app.settle();
  expect(await member.status()).toMatchObject({ status: 'active', plan: 'basic' });
  expect(subscriptionsOf(app, member)).toHaveLength(1);
});
