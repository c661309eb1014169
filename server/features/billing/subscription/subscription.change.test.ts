import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const DECLINES_LATER = '4000000000000341';
const ALWAYS_ASKS = '4000002760003184';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());

const change = (member: Payer, tier: PlanTier, prorationDate?: number) =>
  member.post('/api/subscription/change', {
    priceId: app.prices[tier],
    ...(prorationDate === undefined ? {} : { prorationDate }),
  });
const preview = (member: Payer, tier: PlanTier) =>
  member.post('/api/subscription/change-preview', { priceId: app.prices[tier] });

async function subscriber(tier: PlanTier): Promise<{ member: Payer; subscriptionId: string }> {
  const member = await app.member();
  return { member, subscriptionId: await member.subscribe(tier) };
}

/** What was truly taken from a member so far, in cents. */
function paidBy(member: Payer): number {
  const [subscription] = subscriptionsOf(app, member);
  return app.tables.paymentIntents
    .where(({ customer, status }) => customer === subscription?.customer && status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
}

describe('an upgrade', () => {
  test('is paid and unlocked now, and costs what was shown', async () => {
    const { member } = await subscriber('basic');
    const shown = (await preview(member, 'pro')).json();
    expect(shown).toMatchObject({ kind: 'upgrade', plan: 'pro', currency: 'usd', amountDueCents: 700 });
    expect(await tierOf(member)).toBe('basic');
    const response = await change(member, 'pro', shown.prorationDate);
    expect(response.json()).toMatchObject({ payment: null, subscription: { tier: 'pro', plan: 'pro' } });
    expect(paidBy(member)).toBe(299 + shown.amountDueCents);
    expect(subscriptionsOf(app, member)[0]?.items.data).toHaveLength(1);
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'pro', nextPlan: null, isPaymentDue: false });
  });

  test('in the middle of the period costs the rest of it', async () => {
    const { member } = await subscriber('basic');
    app.sandbox.control.advance({ seconds: 15 * 86_400 });
    const shown = (await preview(member, 'pro')).json();
    expect(shown.amountDueCents).toBeGreaterThan(300);
    expect(shown.amountDueCents).toBeLessThan(400);
    expect((await change(member, 'pro', shown.prorationDate)).statusCode).toBe(200);
    expect(paidBy(member)).toBe(299 + shown.amountDueCents);
    app.sandbox.control.reset();
  });

  test('cannot be made cheaper by sending another proration date', async () => {
    const { member } = await subscriber('basic');
    const { currentPeriodEnd } = await member.status();
    for (const date of [Number(currentPeriodEnd) - 60, 0, Number(currentPeriodEnd) + 60]) {
      const refused = await change(member, 'pro', date);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'preview_expired']);
    }
    expect(await tierOf(member)).toBe('basic');
    expect(paidBy(member)).toBe(299);
  });

  test.each([
    ['declined', DECLINES_LATER],
    ['in need of the bank', ALWAYS_ASKS],
  ])('%s keeps the old plan until it is paid', async (_name, card) => {
    const { member, subscriptionId } = await subscriber('advanced');
    app.sandbox.control.setCard(subscriptionId, card);
    const { payment, subscription } = (await change(member, 'pro')).json();
    expect(subscription).toMatchObject({
      tier: 'advanced',
      plan: 'advanced',
      status: 'active',
      isPaymentDue: true,
    });
    expect(payment).toMatchObject({ intent: 'payment', amountCents: 500 });
    await app.settle();
    expect(await tierOf(member)).toBe('advanced');
    // Asked again, by another button or another tab: the same payment.
    expect((await change(member, 'pro')).json().payment).toEqual(payment);
    const isAuthenticationNeeded = card === ALWAYS_ASKS;
    expect((await member.post('/api/subscription/pay')).json()).toEqual({
      ...payment,
      isAuthenticationNeeded,
    });
    expect((await change(member, 'basic')).json().code).toBe('purchase_in_progress');
    expect(app.sandbox.control.confirm(payment.clientSecret, CARD).error).toBeUndefined();
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'pro', plan: 'pro', isPaymentDue: false });
    expect(paidBy(member)).toBe(499 + 500);
  });

  test('that is not paid is discarded by the member, or expires', async () => {
    const { member, subscriptionId } = await subscriber('advanced');
    app.sandbox.control.setCard(subscriptionId, DECLINES_LATER);
    const { payment } = (await change(member, 'pro')).json();
    expect((await member.post('/api/subscription/resume')).json()).toMatchObject({
      tier: 'advanced',
      isPaymentDue: false,
    });
    expect(app.sandbox.control.confirm(payment.clientSecret, CARD).error).toBeDefined();
    const later = (await change(member, 'pro')).json().payment;
    expect(later.clientSecret).not.toBe(payment.clientSecret);
    app.sandbox.control.advance({ seconds: 24 * 3600 });
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'advanced', isPaymentDue: false });
    expect(app.sandbox.control.confirm(later.clientSecret, CARD).error).toBeDefined();
    expect(paidBy(member)).toBe(499);
  });
});

describe('a downgrade', () => {
  test('takes effect at the end of the paid period, at the lower price', async () => {
    const { member } = await subscriber('pro');
    const shown = (await preview(member, 'basic')).json();
    const { currentPeriodEnd } = await member.status();
    expect(shown).toMatchObject({ kind: 'downgrade', amountDueCents: 0, effectiveAt: currentPeriodEnd });
    expect((await change(member, 'basic')).json()).toMatchObject({
      payment: null,
      subscription: { tier: 'pro', plan: 'pro', nextPlan: 'basic', currentPeriodEnd },
    });
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'pro', nextPlan: 'basic' });
    expect(paidBy(member)).toBe(999);
    app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, member) });
    await app.settle();
    expect(await member.status()).toMatchObject({
      tier: 'basic',
      plan: 'basic',
      nextPlan: null,
      canExport: true,
    });
    expect(paidBy(member)).toBe(999 + 299);
    app.sandbox.control.reset();
  });

  test('is undone by resuming, or by choosing the paid plan', async () => {
    for (const takeBack of [
      (member: Payer) => member.post('/api/subscription/resume'),
      (member: Payer) => change(member, 'pro'),
    ]) {
      const { member } = await subscriber('pro');
      await change(member, 'advanced');
      expect((await member.status()).nextPlan).toBe('advanced');
      expect((await takeBack(member)).statusCode).toBe(200);
      expect(await member.status()).toMatchObject({ plan: 'pro', nextPlan: null });
      expect(subscriptionsOf(app, member)[0]?.items.data[0]?.price.id).toBe(app.prices.pro);
      expect(paidBy(member)).toBe(999);
    }
  });

  test('once planned, cannot be combined with an upgrade, and can be replaced by another downgrade', async () => {
    const { member } = await subscriber('advanced');
    await change(member, 'basic');
    expect((await change(member, 'pro')).json().code).toBe('change_planned');
    expect((await change(member, 'basic')).json().code).toBe('already_subscribed');
    const { member: second } = await subscriber('pro');
    await change(second, 'basic');
    expect((await change(second, 'advanced')).json().subscription).toMatchObject({
      plan: 'pro',
      nextPlan: 'advanced',
    });
    expect(await tierOf(second)).toBe('pro');
  });
});

describe('a renewal between our read and our change', () => {
  async function meetingRenewal(member: Payer, call: () => ReturnType<Payer['post']>) {
    const { control } = app.sandbox;
    control.faults.add({ operation: 'subscriptions.update', kind: 'delay', delay: 60_000, times: 1 });
    const responding = call();
    await expect.poll(() => control.faults.list(), { interval: 5 }).toEqual([]);
    control.advance({ until: 'renewal', customer: customerOf(app, member) });
    control.faults.clear();
    const response = await responding;
    await app.settle();
    return response;
  }

  test('a downgrade that came too late changes nothing: the member has what was charged', async () => {
    const { member } = await subscriber('pro');
    const late = await meetingRenewal(member, () => change(member, 'basic'));
    expect([late.statusCode, late.json().code]).toEqual([409, 'preview_expired']);
    expect(paidBy(member)).toBe(999 + 999);
    expect(await member.status()).toMatchObject({ tier: 'pro', plan: 'pro', nextPlan: null });
    // Asked again, it is planned for the end of what was paid.
    expect((await change(member, 'basic')).json().subscription).toMatchObject({
      tier: 'pro',
      nextPlan: 'basic',
    });
    app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, member) });
    await app.settle();
    expect(await tierOf(member)).toBe('basic');
    expect(paidBy(member)).toBe(999 + 999 + 299);
    app.sandbox.control.reset();
  });

  test('a planned downgrade that was charged already is not undone', async () => {
    const { member } = await subscriber('pro');
    await change(member, 'basic');
    const late = await meetingRenewal(member, () => member.post('/api/subscription/resume'));
    expect([late.statusCode, late.json().code]).toEqual([409, 'preview_expired']);
    expect(paidBy(member)).toBe(999 + 299);
    expect(await member.status()).toMatchObject({ tier: 'basic', plan: 'basic', nextPlan: null });
    expect((await change(member, 'pro')).json().subscription).toMatchObject({ tier: 'pro', plan: 'pro' });
    expect(paidBy(member)).toBeGreaterThan(999 + 299 + 600);
    app.sandbox.control.reset();
  });

  test('canceling during the renewal of a planned downgrade ends the plan with the lower period', async () => {
    const { member } = await subscriber('pro');
    await change(member, 'basic');
    const late = await meetingRenewal(member, () => member.post('/api/subscription/cancel'));
    expect(late.json()).toMatchObject({ tier: 'basic', cancelAtPeriodEnd: true, nextPlan: null });
    expect(paidBy(member)).toBe(999 + 299);
    app.sandbox.control.reset();
  });
});

describe('canceling', () => {
  test('keeps access to the end, may be repeated, and can be undone', async () => {
    const { member } = await subscriber('pro');
    const { currentPeriodEnd } = await member.status();
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
      Number(currentPeriodEnd) * 1000,
    );
    for (const _again of [1, 2]) {
      const response = await member.post('/api/subscription/cancel');
      expect(response.json()).toMatchObject({
        message: `Your subscription ends on ${day}. You keep access until then.`,
        status: 'active',
        cancelAtPeriodEnd: true,
        endsAt: currentPeriodEnd,
        tier: 'pro',
      });
    }
    await app.settle();
    expect((await change(member, 'basic')).json().code).toBe('change_planned');
    for (const _again of [1, 2]) {
      const response = await member.post('/api/subscription/resume');
      expect(response.json()).toMatchObject({
        cancelAtPeriodEnd: false,
        endsAt: null,
        tier: 'pro',
        plan: 'pro',
      });
    }
  });

  test('keeps a planned downgrade: after resuming, the lower price is charged', async () => {
    const { member } = await subscriber('pro');
    await change(member, 'basic');
    for (const [act, cancelAtPeriodEnd] of [
      ['cancel', true],
      ['resume', false],
    ] as const) {
      const state = { tier: 'pro', nextPlan: 'basic', cancelAtPeriodEnd };
      expect((await member.post(`/api/subscription/${act}`)).json()).toMatchObject(state);
    }
    app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, member) });
    await app.settle();
    expect([await tierOf(member), paidBy(member)]).toEqual(['basic', 999 + 299]);
    app.sandbox.control.reset();
  });

  test('ends with the period, then basic; a new one can begin', async () => {
    const { member } = await subscriber('pro');
    await member.post('/api/subscription/cancel');
    app.sandbox.control.advance({ until: 'end', customer: customerOf(app, member) });
    await app.settle();
    expect(await member.status()).toMatchObject({
      tier: 'basic',
      status: 'canceled',
      plan: null,
      cancelAtPeriodEnd: false,
      canExport: false,
    });
    expect(paidBy(member)).toBe(999);
    await member.subscribe('basic');
    expect(await member.status()).toMatchObject({ status: 'active', plan: 'basic' });
    app.sandbox.control.reset();
  });

  test('on the provider’s pages is synced, and can be undone here', async () => {
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.cancel(subscriptionId, 'portal');
    await app.settle();
    expect(await member.status()).toMatchObject({ cancelAtPeriodEnd: true, tier: 'pro', status: 'active' });
    expect((await member.post('/api/subscription/resume')).json()).toMatchObject({
      cancelAtPeriodEnd: false,
      endsAt: null,
    });
  });

  test('immediately, in the provider’s dashboard, is synced at once', async () => {
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.cancel(subscriptionId, 'now');
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'basic', status: 'canceled' });
    // Who has had a plan is no first-timer: the trial is gone with it.
    expect((await member.status()).trial.isAvailable).toBe(false);
    expect((await member.post('/api/subscription/trial')).json().code).toBe('trial_used');
    // Beginning another and leaving it unpaid gives none back.
    await member.begin('basic');
    expect(await member.status()).toMatchObject({ status: 'incomplete', trial: { isAvailable: false } });
    expect((await member.post('/api/subscription/trial')).json().code).toBe('trial_used');
  });

  test('also cancels a pending upgrade', async () => {
    const { member, subscriptionId } = await subscriber('advanced');
    app.sandbox.control.setCard(subscriptionId, DECLINES_LATER);
    const { payment } = (await change(member, 'pro')).json();
    expect((await member.post('/api/subscription/cancel')).json()).toMatchObject({
      cancelAtPeriodEnd: true,
      isPaymentDue: false,
    });
    expect(app.sandbox.control.confirm(payment.clientSecret, CARD).error).toBeDefined();
    expect(paidBy(member)).toBe(499);
  });
});

test('the same plan again is refused', async () => {
  const { member } = await subscriber('advanced');
  const refused = await change(member, 'advanced');
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'You already have this plan.']);
  expect((await preview(member, 'advanced')).statusCode).toBe(409);
});

test('without a subscription there is nothing to cancel, resume, change, pay or look at', async () => {
  const member = await app.member();
  const { clientSecret } = await (await app.member()).begin('pro');
  expect(clientSecret).toBeTruthy();
  for (const response of [
    await member.post('/api/subscription/cancel'),
    await member.post('/api/subscription/resume'),
    await member.post('/api/subscription/pay'),
    await change(member, 'pro'),
    await preview(member, 'pro'),
    await member.post('/api/subscription/portal', { purpose: 'card' }),
  ]) {
    expect([response.statusCode, response.json().message]).toEqual([400, 'You have no subscription.']);
  }
  expect((await member.post('/api/subscription/sync')).json()).toMatchObject({ status: 'no_subscription' });
});

test('another member’s subscription cannot be named', async () => {
  const { subscriptionId } = await subscriber('pro');
  const stranger = await app.member();
  for (const url of ['cancel', 'resume', 'pay', 'sync']) {
    const response = await stranger.post(`/api/subscription/${url}?subscription=${subscriptionId}`, {
      subscriptionId,
    });
    expect([url, response.statusCode < 500]).toEqual([url, true]);
  }
  expect(app.tables.subscriptions.require(subscriptionId)).toMatchObject({
    status: 'active',
    cancel_at: null,
  });
});

test('the provider’s pages open for this member’s card and invoices', async () => {
  const { member } = await subscriber('pro');
  for (const purpose of ['card', 'invoices'] as const) {
    const { url } = (await member.post('/api/subscription/portal', { purpose })).json();
    expect(url).toMatch(new RegExp(`^${app.sandbox.origin}/`));
  }
  expect((await member.post('/api/subscription/portal', { purpose: 'all' })).statusCode).toBe(400);
});
