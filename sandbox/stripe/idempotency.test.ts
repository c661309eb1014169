import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal, startTestSandbox, subscribeAndPay, type TestSandbox } from './testing/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.close();
});

beforeEach(() => sandbox.control.reset());

const customers = () => sandbox.control.tables.customers.all().length;
const ADA = { email: 'ada@example.com' };
const BOB = { email: 'bob@example.com' };

describe('An idempotency key', () => {
  test('replays the first response', async () => {
    const { stripe } = sandbox;
    const first = await stripe.customers.create(ADA, { idempotencyKey: 'k' });
    const second = await stripe.customers.create(ADA, { idempotencyKey: 'k' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(customers()).toBe(1);
  });

  test('is refused with other parameters, or for another call', async () => {
    const { stripe } = sandbox;
    await stripe.customers.create(ADA, { idempotencyKey: 'k' });
    const other = await refusal(stripe.customers.create(BOB, { idempotencyKey: 'k' }));
    expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    const elsewhere = stripe.billingPortal.sessions.create(
      { customer: 'cus_1', return_url: 'http://127.0.0.1' },
      { idempotencyKey: 'k' },
    );
    expect((await refusal(elsewhere)).statusCode).toBe(400);
  });

  test('replays a refusal too', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    const again = () => stripe.invoices.voidInvoice(made.invoice, undefined, { idempotencyKey: 'c' });
    const [first, second] = [await refusal(again()), await refusal(again())];
    expect([first.code, second.code]).toEqual(['invoice_not_editable', 'invoice_not_editable']);
    expect(second.headers?.['idempotent-replayed']).toBe('true');
  });

  test('replays a failure of the provider’s own', async () => {
    const { stripe, control } = sandbox;
    control.faults.add({ operation: 'customers.create', kind: 'error', status: 500, times: 1 });
    const make = (key: string) => stripe.customers.create(ADA, { idempotencyKey: key });
    const [first, second] = [await refusal(make('k')), await refusal(make('k'))];
    expect([first.statusCode, second.statusCode]).toEqual([500, 500]);
    expect(second.headers?.['idempotent-replayed']).toBe('true');
    expect((await make('another')).id).toMatch(/^cus_/);
    // Turned away at the door, nothing began.
    control.faults.add({ operation: 'customers.create', kind: 'error', status: 429, times: 1 });
    expect((await refusal(make('busy'))).statusCode).toBe(429);
    expect((await make('busy')).id).toMatch(/^cus_/);
  });

  test('remembers nothing of parameters that were wrong', async () => {
    const { stripe } = sandbox;
    const { id } = await stripe.customers.create(ADA);
    const open = (return_url: string) =>
      stripe.billingPortal.sessions.create({ customer: id, return_url }, { idempotencyKey: 'k' });
    expect((await refusal(open('nowhere'))).statusCode).toBe(400);
    expect((await open('http://127.0.0.1')).url).toContain('/portal/');
  });

  test('whose first request is still under way is a conflict', async () => {
    const { stripe, control } = sandbox;
    control.faults.add({ operation: 'customers.create', kind: 'delay', delay: 60_000, times: 1 });
    const call = () => stripe.customers.create(ADA, { idempotencyKey: 'k' });
    const first = call();
    await expect.poll(() => control.faults.list(), { interval: 5 }).toEqual([]);
    expect(await refusal(call())).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    control.faults.clear();
    expect((await first).id).toMatch(/^cus_/);
    expect(customers()).toBe(1);
  });

  test('saves what was done when its response got lost', async () => {
    const { stripe, control } = sandbox;
    control.faults.add({ operation: 'customers.create', kind: 'lost', times: 1 });
    const made = await stripe.customers.create(ADA, { idempotencyKey: 'k', maxNetworkRetries: 2 });
    expect(made.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(customers()).toBe(1);
  });
});

describe('What goes wrong on purpose', () => {
  test('fails, hangs up or waits, as often as configured', async () => {
    const { stripe, control } = sandbox;
    const { id } = await stripe.customers.create(ADA);
    control.faults.add({ operation: 'customers.retrieve', kind: 'error', status: 500, times: 1 });
    expect((await refusal(stripe.customers.retrieve(id))).statusCode).toBe(500);
    expect((await stripe.customers.retrieve(id)).id).toBe(id);
    control.faults.add({ kind: 'hang up' });
    expect((await refusal(stripe.customers.create(ADA))).type).toBe('StripeConnectionError');
    control.faults.clear();
    expect(customers()).toBe(1);
    control.faults.add({ kind: 'delay', delay: 600, times: 1 });
    const slow = stripe.customers.create(ADA, { timeout: 200 });
    expect((await refusal(slow)).type).toBe('StripeConnectionError');
  });
});

describe('A request that fits no type of the SDK', () => {
  test.each([
    ['a parameter that does not exist', { customer: 'x', trial_days: 7 }],
    ['a value that does not exist', { customer: 'x', payment_behavior: 'default_incomplet' }],
  ])('is refused and recorded: %s', async (_what, params) => {
    const { stripe, control } = sandbox;
    const error = await refusal(stripe.subscriptions.create(params));
    expect(error.statusCode).toBe(400);
    expect(control.problems().length).toBeGreaterThan(0);
  });

  test.each([
    ['a parameter', () => sandbox.stripe.customers.create({ ...ADA, tax_exempt: 'none' })],
    ['a path to expand', () => sandbox.stripe.invoices.retrieve('in_1', { expand: ['payments'] })],
    ['an address', () => sandbox.stripe.coupons.list()],
    ['a version', () => sandbox.stripe.customers.retrieve('cus_1', {}, { apiVersion: '2024-06-20' })],
  ])('as is one the sandbox does not model: %s', async (_what, call) => {
    expect([400, 404]).toContain((await refusal(call())).statusCode);
    expect(sandbox.control.problems()).toHaveLength(1);
  });
});
