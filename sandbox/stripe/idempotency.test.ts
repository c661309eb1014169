import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal, startTestSandbox, type TestSandbox } from './testing/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.close();
});

beforeEach(() => sandbox.control.reset());

const customers = async () => (await sandbox.stripe.customers.list()).data.length;

describe('An idempotency key', () => {
  test('replays the first answer', async () => {
    const { stripe } = sandbox;
    const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' });
    const second = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await customers()).toBe(1);
  });

  test('is refused with other parameters, or for another call', async () => {
    const { stripe } = sandbox;
    await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' });
    const other = await refusal(stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'k' }));
    expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    const elsewhere = stripe.products.create({ name: 'Ada' }, { idempotencyKey: 'k' });
    expect((await refusal(elsewhere)).statusCode).toBe(400);
  });

  test('replays a refusal too: a dead secret stays dead', async () => {
    const { stripe } = sandbox;
    const intent = await stripe.paymentIntents.create({ amount: 900, currency: 'usd' });
    await stripe.paymentIntents.cancel(intent.id);
    const again = () => stripe.paymentIntents.cancel(intent.id, undefined, { idempotencyKey: 'c' });
    const first = await refusal(again());
    const second = await refusal(again());
    expect([first.code, second.code]).toEqual(Array(2).fill('payment_intent_unexpected_state'));
    expect(second.headers?.['idempotent-replayed']).toBe('true');
  });

  test('replays a failure of the provider’s own', async () => {
    const { stripe, control } = sandbox;
    control.faults.add({ operation: 'customers.create', kind: 'error', status: 500, times: 1 });
    const make = (key: string) => stripe.customers.create({ name: 'Ada' }, { idempotencyKey: key });
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
    const bad = stripe.paymentIntents.create({ amount: 10, currency: 'usd' }, { idempotencyKey: 'k' });
    expect((await refusal(bad)).statusCode).toBe(400);
    const good = await stripe.paymentIntents.create(
      { amount: 1000, currency: 'usd' },
      { idempotencyKey: 'k' },
    );
    expect(good.amount).toBe(1000);
  });

  test('whose first request is still under way is a conflict', async () => {
    const { stripe, control } = sandbox;
    control.faults.add({ operation: 'customers.create', kind: 'delay', delay: 400, times: 1 });
    const call = () => stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' });
    const both = await Promise.allSettled([call(), call()]);
    const [made] = both.filter((one) => one.status === 'fulfilled');
    const [refused] = both.filter((one) => one.status === 'rejected');
    expect(made?.value.id).toMatch(/^cus_/);
    expect(refused?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect(await customers()).toBe(1);
  });

  test('saves what was done when its answer got lost', async () => {
    const { stripe, control } = sandbox;
    control.faults.add({ operation: 'customers.create', kind: 'lost', times: 1 });
    const made = await stripe.customers.create(
      { name: 'Ada' },
      { idempotencyKey: 'k', maxNetworkRetries: 2 },
    );
    expect(made.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await customers()).toBe(1);
  });
});

describe('What goes wrong on purpose', () => {
  test('fails, hangs up or waits, as often as it was told', async () => {
    const { stripe, control } = sandbox;
    control.faults.add({ operation: 'customers.list', kind: 'error', status: 500, times: 1 });
    expect((await refusal(stripe.customers.list())).statusCode).toBe(500);
    expect((await stripe.customers.list()).data).toEqual([]);
    control.faults.add({ kind: 'hang up' });
    expect((await refusal(stripe.customers.create({ name: 'Ada' }))).type).toBe('StripeConnectionError');
    control.faults.clear();
    expect(await customers()).toBe(0);
    control.faults.add({ kind: 'delay', delay: 600, times: 1 });
    const slow = stripe.customers.create({ name: 'Ada' }, { timeout: 200 });
    expect((await refusal(slow)).type).toBe('StripeConnectionError');
  });
});

describe('A request that fits no type of the SDK', () => {
  test.each([
    ['a parameter that is none', { customer: 'x', trial_days: 7 }],
    ['a word that is none', { customer: 'x', payment_behavior: 'default_incomplet' }],
    ['a path that leads nowhere', { customer: 'x', expand: ['latest_invoice.payment_intent'] }],
  ])('is refused and noted: %s', async (_what, params) => {
    const { stripe, control } = sandbox;
    const error = await refusal(stripe.subscriptions.create(params));
    expect(error.statusCode).toBe(400);
    expect(control.problems().length).toBeGreaterThan(0);
  });

  test('as is one that the sandbox does not model, an address it does not know, and another version', async () => {
    const { stripe, control } = sandbox;
    expect((await refusal(stripe.customers.create({ tax_exempt: 'none' }))).code).toBe('parameter_unknown');
    expect((await refusal(stripe.coupons.list())).statusCode).toBe(404);
    expect((await refusal(stripe.customers.list({}, { apiVersion: '2024-06-20' }))).statusCode).toBe(400);
    expect(control.problems()).toHaveLength(3);
  });
});
