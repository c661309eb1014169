import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlanTier } from '#contract/billing.ts';
import { reconcile } from '../jobs/jobs.reconcile.ts';
import {
  type BillingApp,
  CARD,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
} from '../testing/billing-app.ts';

const DECLINES = '4000000000000341';
const ALWAYS_ASKS = '4000002760003184';
const OLD_PRO = 'price_pro_of_last_year';
const DAY = 86_400;

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
  app.payments.priceIds = { ...app.payments.priceIds, pro: [app.prices.pro, OLD_PRO] };
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

/** The form of the provider's own page. */
async function updateCard(member: Payer, number: string): Promise<void> {
  const { url } = (await member.post('/api/subscription/portal', { purpose: 'card' })).json();
  const body = new URLSearchParams({ number, expiry: '12 / 34', cvc: '123' });
  const headers = { origin: app.sandbox.origin };
  const response = await fetch(`${url}/card`, { method: 'POST', body, headers, redirect: 'manual' });
  expect(response.status).toBe(303);
  await app.settle();
}

const cardOf = (subscriptionId: string) =>
  app.tables.paymentMethods.find(app.tables.subscriptions.require(subscriptionId).default_payment_method);

const latestInvoice = (subscriptionId: string) =>
  app.tables.invoices.require(String(app.tables.subscriptions.require(subscriptionId).latest_invoice));

describe('a card changed on the provider’s pages', () => {
  test('is the one that is charged, and pays open invoices at once', async () => {
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.setCard(subscriptionId, DECLINES);
    await renew();
    expect((await member.status()).status).toBe('past_due');
    await updateCard(member, CARD);
    expect(cardOf(subscriptionId)?.last4).toBe('4242');
    expect(latestInvoice(subscriptionId).status).toBe('paid');
    expect(await member.status()).toMatchObject({ status: 'active', isPaymentDue: false });
    await renew();
    expect((await member.status()).status).toBe('active');
  });

  test('is taken by the next sync when the event was lost, and never twice', async () => {
    const { member, subscriptionId } = await subscriber('basic');
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    await updateCard(member, DECLINES);
    expect(cardOf(subscriptionId)?.last4).toBe('4242');
    await member.post('/api/subscription/sync');
    expect(cardOf(subscriptionId)?.last4).toBe('0341');
    // A card used here afterwards is the newer one.
    app.sandbox.control.setCard(subscriptionId, CARD);
    await member.post('/api/subscription/sync');
    expect(cardOf(subscriptionId)?.last4).toBe('4242');
  });

  test('that is declined, or needs authentication, leaves the invoice open', async () => {
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.setCard(subscriptionId, DECLINES);
    await renew();
    await updateCard(member, DECLINES);
    expect(await member.status()).toMatchObject({ status: 'past_due', isAuthenticationNeeded: false });
    app.sandbox.control.setCard(subscriptionId, ALWAYS_ASKS);
    app.sandbox.control.advance({ until: 'attempt' });
    await app.settle();
    expect(await member.status()).toMatchObject({ status: 'past_due', isAuthenticationNeeded: true });
  });

  test('pays a pending upgrade; a declined card is tried once', async () => {
    const { member, subscriptionId } = await subscriber('basic');
    app.sandbox.control.setCard(subscriptionId, DECLINES);
    const upgrade = { priceId: app.prices.pro };
    expect((await member.post('/api/subscription/change', upgrade)).json().payment).not.toBeNull();
    await updateCard(member, DECLINES);
    await member.post('/api/subscription/sync');
    expect(await member.status()).toMatchObject({ tier: 'basic', isPaymentDue: true });
    const refusals = app.logLines.filter(
      (line) => line.includes(member.id) && line.includes('was not taken'),
    );
    expect(refusals).toHaveLength(1);
    await updateCard(member, CARD);
    expect(await member.status()).toMatchObject({ tier: 'pro', plan: 'pro', isPaymentDue: false });
    expect(latestInvoice(subscriptionId).status).toBe('paid');
  });

  test('earlier does not replace the one a new subscription was paid with', async () => {
    const { member } = await subscriber('basic');
    await updateCard(member, DECLINES);
    await member.post('/api/subscription/cancel');
    app.sandbox.control.advance({ until: 'end' });
    await app.settle();
    const second = await member.subscribe('pro');
    await member.post('/api/subscription/sync');
    expect(cardOf(second)?.last4).toBe('4242');
  });
});

describe('a price that was sold earlier', () => {
  /** A member who came at another price. */
  async function earlyBird(): Promise<{ member: Payer; subscriptionId: string }> {
    const { prices, subscriptions } = app.tables;
    prices.add({ ...prices.require(app.prices.pro), id: OLD_PRO, unit_amount: 799 });
    const { member, subscriptionId } = await subscriber('pro');
    const [item] = subscriptions.require(subscriptionId).items.data;
    if (item) item.price = prices.require(OLD_PRO);
    return { member, subscriptionId };
  }

  test('keeps its tier and shows what it costs, also in a restored database', async () => {
    const { member } = await earlyBird();
    await sql`delete from subscriptions`.execute(app.database.db);
    await member.post('/api/subscription/sync');
    expect(await member.status()).toMatchObject({
      tier: 'pro',
      plan: 'pro',
      amountCents: 799,
      currency: 'usd',
    });
    expect(app.logLines.join('')).not.toContain(OLD_PRO);
  });

  test('is the figure on every page of its owner, next to what the others cost today', async () => {
    const { member } = await earlyBird();
    await member.post('/api/subscription/sync');
    for (const url of ['/subscription', '/subscribe']) {
      const { statusCode, payload } = await member.get(url);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(payload.match(/\$[0-9.]+/g)).toContain('$7.99');
      expect(payload.match(/\$[0-9.]+/g)).not.toContain('$9.99');
    }
  });

  test('survives a downgrade that is taken back, which shows the old price', async () => {
    const { member, subscriptionId } = await earlyBird();
    const change = (url: string, tier: PlanTier) => member.post(url, { priceId: app.prices[tier] });
    const shown = (await change('/api/subscription/change-preview', 'basic')).json();
    expect(shown).toMatchObject({ kind: 'downgrade', monthlyCents: 299 });
    expect((await change('/api/subscription/change', 'basic')).json().subscription).toMatchObject({
      plan: 'pro',
      amountCents: 799,
      nextPlan: 'basic',
      nextAmountCents: 299,
    });
    const stay = (await change('/api/subscription/change-preview', 'pro')).json();
    expect(stay).toMatchObject({ kind: 'upgrade', monthlyCents: 799, amountDueCents: 0 });
    await member.post('/api/subscription/resume');
    const [item] = app.tables.subscriptions.require(subscriptionId).items.data;
    expect(item?.price.id).toBe(OLD_PRO);
    expect(await member.status()).toMatchObject({ plan: 'pro', amountCents: 799, nextPlan: null });
  });

  test('archived, it cannot be restored, and the member reads so', async () => {
    const { member } = await earlyBird();
    await member.post('/api/subscription/change', { priceId: app.prices.basic });
    app.tables.prices.require(OLD_PRO).active = false;
    const refused = await member.post('/api/subscription/resume');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'change_planned']);
    expect(await member.status()).toMatchObject({ plan: 'pro', nextPlan: 'basic' });
  });

  test('is not sold any more', async () => {
    const { member } = await earlyBird();
    const stranger = await app.member();
    expect((await member.get('/api/subscription/settings')).json().priceIds.pro).toBe(app.prices.pro);
    const refused = await stranger.post('/api/get-or-create-subscription', { priceId: OLD_PRO });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'unknown_price']);
  });
});

test('bills with their receipts, and the card that is charged, are shown to nobody else', async () => {
  const { member } = await subscriber('pro');
  const billsOf = async (payer: Payer) => (await payer.get('/api/subscription/bills')).json();
  expect(await billsOf(member)).toMatchObject({
    card: { brand: 'visa', last4: '4242', expMonth: 12 },
    bills: [{ amountCents: 999, currency: 'usd', status: 'paid' }],
  });
  const [bill] = (await billsOf(member)).bills;
  expect(await (await fetch(bill.receiptUrl)).text()).toContain('9.99 USD · paid');
  expect(await billsOf(await app.member())).toEqual({ card: null, place: null, bills: [] });
  await updateCard(member, DECLINES);
  expect((await billsOf(member)).card).toMatchObject({ last4: '0341' });
});

test('a bill names its plan, and a change of plan as one', async () => {
  const { member } = await subscriber('basic');
  await member.post('/api/subscription/change', { priceId: app.prices.pro });
  app.sandbox.control.advance({ until: 'renewal' });
  await app.settle();
  expect((await member.get('/api/subscription/bills')).json().bills).toMatchObject([
    { plan: 'pro', isChange: false, amountCents: 999 },
    { plan: 'pro', isChange: true, amountCents: 700 },
    { plan: 'basic', isChange: false, amountCents: 299 },
  ]);
});

test('a new e-mail address reaches the provider by sync and by the daily comparison', async () => {
  const { member } = await subscriber('basic');
  const emailThere = () => app.tables.customers.require(customerOf(app, member)).email;
  const rename = (email: string) =>
    sql`update users set email = ${email} where id = ${member.id}`.execute(app.database.db);
  await rename('first@example.com');
  await member.post('/api/subscription/sync');
  expect(emailThere()).toBe('first@example.com');
  await rename('second@example.com');
  await reconcile(
    app.services(),
    async () => false,
    () => {},
  );
  expect(emailThere()).toBe('second@example.com');
});

test('grace counts from the current dunning, although an older bill stays open', async () => {
  app.sandbox.control.setAccount({ afterRetries: 'past_due' });
  const { member, subscriptionId } = await subscriber('pro');
  app.sandbox.control.setCard(subscriptionId, DECLINES);
  await renew();
  const older = latestInvoice(subscriptionId);
  await renew();
  const payment = (await member.post('/api/subscription/pay')).json();
  expect(app.sandbox.control.confirm(payment.clientSecret, CARD).error).toBeUndefined();
  await app.settle();
  // As at the provider: the latest bill decides.
  expect(older.status).toBe('open');
  expect(await member.status()).toMatchObject({ status: 'active', tier: 'pro', graceUntil: null });
  app.sandbox.control.setCard(subscriptionId, DECLINES);
  await renew();
  const finalized = Number(latestInvoice(subscriptionId).status_transitions.finalized_at);
  expect((await member.status()).graceUntil).toBe(finalized + 7 * DAY);
});

describe('canceling while a payment is overdue', () => {
  test.each(['past_due', 'unpaid'] as const)('(%s) ends it at once, and its bills with it', async (end) => {
    app.sandbox.control.setAccount({ afterRetries: end });
    const { member, subscriptionId } = await subscriber('pro');
    app.sandbox.control.setCard(subscriptionId, DECLINES);
    await renew();
    if (end === 'unpaid') app.sandbox.control.advance({ seconds: 20 * DAY });
    await app.settle();
    const payment = (await member.post('/api/subscription/pay')).json();
    const canceled = (await member.post('/api/subscription/cancel')).json();
    expect(canceled).toMatchObject({ status: 'canceled', tier: 'basic', plan: null, isPaymentDue: false });
    expect(canceled.message).toBe('Your subscription has ended. You owe nothing.');
    expect(latestInvoice(subscriptionId).status).toBe('void');
    expect(app.sandbox.control.confirm(payment.clientSecret, CARD).error).toBeDefined();
    expect((await member.post('/api/subscription/cancel')).statusCode).toBe(400);
    // A new one can begin.
    await app.settle();
    await member.subscribe('basic');
    expect(subscriptionsOf(app, member).map(({ status }) => status)).toEqual(['canceled', 'active']);
  });
});
