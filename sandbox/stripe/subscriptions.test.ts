import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  readStored,
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

const status = (id: string) => readStored(sandbox, id).status;

describe('A first payment', () => {
  test('is asked for, confirmed by the browser, and makes the subscription active', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.advanced);
    expect(status(made.id)).toBe('incomplete');
    expect(control.confirm(made.secret, '4242424242424242').intent?.['status']).toBe('succeeded');
    const [paid] = (await stripe.subscriptions.list({ customer: made.customer, status: 'all' })).data;
    expect(paid).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      latest_invoice: made.invoice,
      customer: made.customer,
      metadata: { userId: 'ada' },
    });
    expect(await stripe.invoices.retrieve(made.invoice)).toMatchObject({
      status: 'paid',
      amount_paid: 499,
      billing_reason: 'subscription_create',
    });
    expect(paid?.default_payment_method).toMatch(/^pm_/);
    expect(paid?.items.data[0]?.price.id).toBe(prices.advanced);
    const { data } = await stripe.invoicePayments.list({ invoice: made.invoice });
    expect(data).toMatchObject([{ status: 'paid', amount_paid: 499, is_default: true }]);
  });

  test('is no longer possible after 23 hours', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.pro);
    control.advance({ seconds: 23 * 3600 - 60 });
    expect(status(made.id)).toBe('incomplete');
    control.advance({ seconds: 120 });
    expect(status(made.id)).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(made.invoice)).status).toBe('void');
    expect(control.confirm(made.secret, '4242424242424242').error?.code).toBe(
      'payment_intent_unexpected_state',
    );
    const { error } = control.confirm(made.secret, '4242424242424242');
    expect(error?.payment_intent?.['status']).toBe('canceled');
  });

  test('keeps no card unless asked to', async () => {
    const { prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.basic, { isCardKept: false });
    control.confirm(made.secret, '4242424242424242');
    expect(readStored(sandbox, made.id).default_payment_method).toBeNull();
    control.advance({ until: 'renewal' });
    expect(status(made.id)).toBe('past_due');
  });

  test('of nothing is paid by what the customer has in credit', async () => {
    const { stripe, prices, control } = sandbox;
    const { id } = await stripe.customers.create({ email: 'ada@example.com' });
    control.tables.customers.require(id).balance = -1000;
    const made = await subscribe(sandbox, prices.basic, { customer: id });
    expect([made.secret, status(made.id)]).toEqual(['', 'active']);
    expect(control.tables.customers.require(id).balance).toBe(-701);
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

  test('canceled, still takes the money of an old tab: the invoice must be voided first', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    expect((await stripe.subscriptions.cancel(made.id)).status).toBe('incomplete_expired');
    const invoice = await stripe.invoices.retrieve(made.invoice);
    expect(invoice).toMatchObject({ status: 'open', auto_advance: false });
    expect(control.confirm(made.secret, '4242424242424242').intent?.['status']).toBe('succeeded');
    expect((await stripe.invoices.retrieve(made.invoice)).status).toBe('paid');
    expect(status(made.id)).toBe('incomplete_expired');
  });

  test('whose invoice is void takes no money and stays as it was', async () => {
    const { stripe, prices, control } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    await stripe.invoices.voidInvoice(made.invoice);
    expect(status(made.id)).toBe('incomplete');
    expect(control.confirm(made.secret, '4242424242424242').error?.code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  test('whose invoice is paid cannot have it voided', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    expect((await refusal(stripe.invoices.voidInvoice(made.invoice))).statusCode).toBe(400);
    expect(status(made.id)).toBe('active');
  });
});

describe('Lists and names', () => {
  test('are paged newest first', async () => {
    const { stripe, prices } = sandbox;
    const first = await subscribeAndPay(sandbox, prices.basic);
    for (let n = 0; n < 4; n += 1) await subscribe(sandbox, prices.basic, { customer: first.customer });
    await stripe.subscriptions.cancel(first.id);
    const { customer } = first;
    const all: string[] = [];
    for await (const { id } of stripe.subscriptions.list({ customer, status: 'all', limit: 2 })) all.push(id);
    expect(all).toHaveLength(5);
    expect(all.at(-1)).toBe(first.id);
    const open = await stripe.invoices.list({ customer, status: 'open' });
    expect([open.data.length, open.has_more]).toEqual([4, false]);
  });

  test('the plans of the contract are for sale from the start', async () => {
    const { stripe, prices } = sandbox;
    const found = await Promise.all(Object.values(prices).map((id) => stripe.prices.retrieve(id)));
    expect(found.map(({ unit_amount, recurring }) => [unit_amount, recurring?.interval])).toEqual([
      [299, 'month'],
      [499, 'month'],
      [999, 'month'],
    ]);
  });

  test('a deleted customer loses its subscriptions and can be used for nothing', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    expect(await stripe.customers.del(made.customer)).toMatchObject({ deleted: true });
    expect(status(made.id)).toBe('canceled');
    expect(await stripe.customers.retrieve(made.customer)).toMatchObject({ deleted: true });
    const again = subscribe(sandbox, prices.basic, { customer: made.customer });
    expect((await refusal(again)).code).toBe('resource_missing');
  });
});
