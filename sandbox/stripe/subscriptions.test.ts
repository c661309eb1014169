import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  refusal,
  startTestSandbox,
  subscribe,
  subscribeAndPay,
  type TestSandbox,
} from './testing/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.close();
});

afterEach(() => {
  const problems = sandbox.control.problems();
  sandbox.control.reset();
  expect(problems).toEqual([]);
});

const status = async (id: string) => (await sandbox.stripe.subscriptions.retrieve(id)).status;

describe('A first payment', () => {
  test('is asked for, confirmed by the browser, and makes the subscription active', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.advanced);
    expect(await status(made.id)).toBe('incomplete');
    expect(control.confirm(made.secret, '4242424242424242').intent?.['status']).toBe('succeeded');
    const paid = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice', 'customer'] });
    expect(paid).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      latest_invoice: { status: 'paid', amount_paid: 499, billing_reason: 'subscription_create' },
      customer: { id: made.customer },
      metadata: { userId: 'ada' },
    });
    expect(paid.default_payment_method).toMatch(/^pm_/);
    expect(paid.items.data[0]?.price.id).toBe(prices.advanced);
    const { data } = await stripe.invoicePayments.list({ invoice: made.invoice });
    expect(data).toMatchObject([{ status: 'paid', amount_paid: 499, is_default: true }]);
  });

  test('is no longer possible after 23 hours', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.pro);
    control.advance({ seconds: 23 * 3600 - 60 });
    expect(await status(made.id)).toBe('incomplete');
    control.advance({ seconds: 120 });
    expect(await status(made.id)).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(made.invoice)).status).toBe('void');
    expect(control.confirm(made.secret, '4242424242424242').error?.code).toBe(
      'payment_intent_unexpected_state',
    );
    const { error } = control.confirm(made.secret, '4242424242424242');
    expect(error?.payment_intent?.['status']).toBe('canceled');
  });

  test('keeps no card unless it was told to', async () => {
    const { stripe, prices, control } = sandbox;
    const customer = await stripe.customers.create({});
    const made = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.basic }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    expect(made.payment_settings?.save_default_payment_method).toBe('off');
    const invoice = made.latest_invoice;
    if (typeof invoice === 'string') throw new Error('not expanded');
    control.confirm(invoice?.confirmation_secret?.client_secret ?? '', '4242424242424242');
    expect((await stripe.subscriptions.retrieve(made.id)).default_payment_method).toBeNull();
    control.advance({ until: 'renewal' });
    expect(await status(made.id)).toBe('past_due');
  });

  test('can be made at once with a kept card; a card that says no leaves nothing behind when that is asked', async () => {
    const { stripe, prices } = sandbox;
    const customer = await stripe.customers.create({});
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    const items = [{ price: prices.basic }];
    const now = await stripe.subscriptions.create({
      customer: customer.id,
      items,
      default_payment_method: card.id,
    });
    expect(now.status).toBe('active');
    const half = await stripe.subscriptions.create({
      customer: customer.id,
      items,
      default_payment_method: bad.id,
    });
    expect(half.status).toBe('incomplete');
    const error = await refusal(
      stripe.subscriptions.create({
        customer: customer.id,
        items,
        default_payment_method: bad.id,
        payment_behavior: 'error_if_incomplete',
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect(data).toHaveLength(2);
  });

  test('without any card is refused unless it may be incomplete', async () => {
    const customer = await sandbox.stripe.customers.create({});
    const call = sandbox.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: sandbox.prices.basic }],
    });
    expect((await refusal(call)).code).toBe('resource_missing');
  });
});

describe('An incomplete subscription', () => {
  test('takes nothing but metadata', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    const call = stripe.subscriptions.update(made.id, { items: [{ id: made.itemId, price: prices.pro }] });
    expect((await refusal(call)).statusCode).toBe(400);
    expect((await stripe.subscriptions.update(made.id, { metadata: { a: '1' } })).metadata).toMatchObject({
      a: '1',
    });
  });

  test('cancelled, still takes the money of an old tab: the invoice must be voided first', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    expect((await stripe.subscriptions.cancel(made.id)).status).toBe('incomplete_expired');
    const invoice = await stripe.invoices.retrieve(made.invoice);
    expect(invoice).toMatchObject({ status: 'open', auto_advance: false });
    expect(control.confirm(made.secret, '4242424242424242').intent?.['status']).toBe('succeeded');
    expect((await stripe.invoices.retrieve(made.invoice)).status).toBe('paid');
    expect(await status(made.id)).toBe('incomplete_expired');
  });

  test('whose invoice is void takes no money and stays as it was', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    await stripe.invoices.voidInvoice(made.invoice);
    expect(await status(made.id)).toBe('incomplete');
    expect(control.confirm(made.secret, '4242424242424242').error?.code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  test('whose invoice is paid cannot have it voided', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    expect((await refusal(stripe.invoices.voidInvoice(made.invoice))).statusCode).toBe(400);
    expect((await refusal(stripe.invoices.pay(made.invoice))).code).toBe('invoice_already_paid');
    expect(await status(made.id)).toBe('active');
  });

  test('has a payment that only its invoice can cancel', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    const intent = made.secret.split('_secret_')[0] ?? '';
    expect((await refusal(stripe.paymentIntents.cancel(intent))).statusCode).toBe(400);
  });
});

describe('A trial', () => {
  const start = async (missing: 'cancel' | 'pause' | 'create_invoice') => {
    const { stripe, prices } = sandbox;
    const customer = await stripe.customers.create({});
    return stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.pro }],
      trial_period_days: 7,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: missing } },
      expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
    });
  };

  test('begins before any card, with a paid invoice of nothing and a card to be set up', async () => {
    const made = await start('cancel');
    expect(made.status).toBe('trialing');
    expect(made.latest_invoice).toMatchObject({ status: 'paid', amount_due: 0, confirmation_secret: null });
    const setup = made.pending_setup_intent;
    if (typeof setup === 'string') throw new Error('not expanded');
    expect(setup?.client_secret).toMatch(/^seti_/);
    sandbox.control.confirm(setup?.client_secret ?? '', '4000000000000341');
    expect((await sandbox.stripe.subscriptions.retrieve(made.id)).pending_setup_intent).toBeNull();
  });

  test.each([
    ['cancel', 'canceled'],
    ['pause', 'paused'],
    ['create_invoice', 'past_due'],
  ] as const)('without a card ends as told: %s', async (missing, end) => {
    const made = await start(missing);
    sandbox.control.advance({ seconds: 7 * 86_400 + 7200 });
    expect(await status(made.id)).toBe(end);
    const types = (await sandbox.events()).map(({ type }) => type);
    expect(types).toContain('customer.subscription.trial_will_end');
    if (missing === 'pause') {
      await sandbox.stripe.subscriptions.resume(made.id);
      expect(await status(made.id)).toBe('active');
    }
  });

  test('with a card becomes a paid plan', async () => {
    const made = await start('cancel');
    const setup = made.pending_setup_intent;
    if (typeof setup === 'string' || !setup) throw new Error('not expanded');
    sandbox.control.confirm(setup.client_secret ?? '', '4242424242424242');
    const saved = await sandbox.stripe.setupIntents.retrieve(setup.id);
    await sandbox.stripe.subscriptions.update(made.id, {
      default_payment_method: String(saved.payment_method),
    });
    sandbox.control.advance({ seconds: 7 * 86_400 + 7200 });
    const after = await sandbox.stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(after).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 999 } });
  });
});

describe('Lists and names', () => {
  test('are paged newest first, and leave cancelled subscriptions out unless all are asked for', async () => {
    const { stripe, prices } = sandbox;
    const first = await subscribeAndPay(sandbox, prices.basic);
    for (let n = 0; n < 4; n += 1) await subscribe(sandbox, prices.basic, { customer: first.customer });
    await stripe.subscriptions.cancel(first.id);
    const { customer } = first;
    const all: string[] = [];
    for await (const { id } of stripe.subscriptions.list({ customer, status: 'all', limit: 2 })) all.push(id);
    expect(all).toHaveLength(5);
    expect(all.at(-1)).toBe(first.id);
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(4);
    expect((await stripe.subscriptions.list({ customer, status: 'canceled' })).data).toHaveLength(1);
  });

  test('the plans of the contract are for sale from the start', async () => {
    const { data } = await sandbox.stripe.prices.list({ active: true });
    expect(data.map(({ unit_amount, recurring }) => [unit_amount, recurring?.interval])).toEqual([
      [999, 'month'],
      [499, 'month'],
      [299, 'month'],
    ]);
  });

  test('a deleted customer loses its subscriptions and can be used for nothing', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    expect(await stripe.customers.del(made.customer)).toMatchObject({ deleted: true });
    expect(await status(made.id)).toBe('canceled');
    expect(await stripe.customers.retrieve(made.customer)).toMatchObject({ deleted: true });
    const again = subscribe(sandbox, prices.basic, { customer: made.customer });
    expect((await refusal(again)).code).toBe('resource_missing');
  });
});
