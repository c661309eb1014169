import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  readStored,
  refusal,
  sdkFor,
  secretOf,
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

const GOOD = '4242 4242 4242 4242';

describe('Paying now', () => {
  test.each([
    ['4000 0000 0000 9995', 'card_declined', 'insufficient_funds'],
    ['4000 0000 0000 0002', 'card_declined', 'generic_decline'],
    ['4000 0000 0000 0341', 'card_declined', 'generic_decline'],
    ['4111 1111 1111 1111', 'card_declined', 'test_mode_live_card'],
  ])('%s is declined (%s, %s), and the same secret takes another card', async (number, code, declineCode) => {
    const { control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    const { error } = control.confirm(made.secret, number);
    expect(error).toMatchObject({
      type: 'card_error',
      code,
      decline_code: declineCode,
      payment_intent: { status: 'requires_payment_method', client_secret: made.secret },
    });
    expect(readStored(sandbox, made.id).status).toBe('incomplete');
    expect(control.confirm(made.secret, GOOD).intent?.['status']).toBe('succeeded');
    expect(readStored(sandbox, made.id).status).toBe('active');
  });

  test.each(['4000 0025 0000 3155', '4000 0027 6000 3184'])(
    '%s asks the bank, which may say yes',
    async (number) => {
      const { control, prices } = sandbox;
      const made = await subscribe(sandbox, prices.basic);
      const { intent } = control.confirm(made.secret, number);
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      expect(readStored(sandbox, made.id).status).toBe('incomplete');
      expect(control.authenticate(made.secret, 'succeeded').intent?.['status']).toBe('succeeded');
      expect(readStored(sandbox, made.id).status).toBe('active');
      const types = (await sandbox.events()).map(({ type }) => type);
      expect(types).toContain('invoice.payment_action_required');
    },
  );

  test.each(['failed', 'canceled'] as const)(
    'a bank that is not answered (%s) leaves it to be paid again',
    async (outcome) => {
      const { control, prices } = sandbox;
      const made = await subscribe(sandbox, prices.basic);
      control.confirm(made.secret, '4000 0025 0000 3155');
      const { error } = control.authenticate(made.secret, outcome);
      expect(error).toMatchObject({
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        payment_intent: { status: 'requires_payment_method' },
      });
      expect(control.authenticate(made.secret, 'succeeded').error?.code).toBe(
        'payment_intent_unexpected_state',
      );
      expect(control.confirm(made.secret, GOOD).intent?.['status']).toBe('succeeded');
    },
  );

  test('a bank page that was closed can be followed by another card', async () => {
    const { control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    control.confirm(made.secret, '4000 0027 6000 3184');
    expect(control.confirm(made.secret, GOOD).intent?.['status']).toBe('succeeded');
    expect(control.confirm(made.secret, GOOD).error?.code).toBe('payment_intent_unexpected_state');
  });
});

describe('Renewals', () => {
  test.each([
    ['4000 0025 0000 3155', 'active'],
    ['4000 0027 6000 3184', 'past_due'],
  ])('%s, set up by the first payment: %s', async (number, status) => {
    const { control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    control.confirm(made.secret, number);
    control.authenticate(made.secret, 'succeeded');
    control.advance({ until: 'renewal' });
    expect(readStored(sandbox, made.id).status).toBe(status);
  });

  test('one that needs its owner is paid on the same page, by the invoice’s own secret', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    control.confirm(made.secret, '4000 0027 6000 3184');
    control.authenticate(made.secret, 'succeeded');
    control.advance({ until: 'renewal' });
    const secret = await secretOf(stripe, readStored(sandbox, made.id).latest_invoice.id);
    expect(secret).not.toBe(made.secret);
    control.confirm(secret, '4000 0027 6000 3184');
    control.authenticate(secret, 'succeeded');
    expect(readStored(sandbox, made.id).status).toBe('active');
    const types = (await sandbox.events()).map(({ type }) => type);
    expect(types).toContain('invoice.payment_action_required');
  });
});

describe('Money that goes back', () => {
  test('a single payment is refunded in parts, and no further', async () => {
    const { stripe, control } = sandbox;
    const intent = await order(9900);
    expect(() => control.refund({ payment_intent: intent.id })).toThrow('does not have a successful charge');
    control.confirm(intent.client_secret ?? '', GOOD);
    control.refund({ payment_intent: intent.id, amount: 900 });
    control.refund({ payment_intent: intent.id });
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { refunded: true, amount_refunded: 9900 },
    });
    expect(() => control.refund({ payment_intent: intent.id })).toThrow('already been refunded');
    const types = (await sandbox.events()).filter(({ type }) => type === 'charge.refunded');
    expect(types).toHaveLength(2);
  });

  test('a refund ends no subscription', async () => {
    const { control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.pro);
    control.refund({ invoice: made.invoice });
    expect(readStored(sandbox, made.id).status).toBe('active');
  });

  test('4000 0000 0000 0259 is disputed by its owner, and the dispute can be closed', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.pro);
    control.confirm(made.secret, '4000 0000 0000 0259');
    const intent = made.secret.split('_secret_')[0] ?? '';
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 999 });
    control.closeDispute(dispute?.id ?? '', 'lost');
    expect((await stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('lost');
    const types = (await sandbox.events()).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']));
  });

  test('a payment below the least amount is refused', async () => {
    expect((await refusal(order(49))).code).toBe('amount_too_small');
    expect((await order(50)).status).toBe('requires_payment_method');
  });
});

describe('Keys', () => {
  test('a client secret opens its one intent, without what only the owner may see', async () => {
    const { payments, control } = sandbox;
    const intent = await order(900);
    const { intent: seen } = control.confirm(intent.client_secret ?? '', GOOD);
    expect(seen).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(seen).not.toHaveProperty('metadata');
    expect(control.confirm(`${intent.id}_secret_guess`, GOOD).error?.code).toBe('resource_missing');
    for (const key of [payments.credentials.STRIPE_PUBLISHABLE_KEY, 'sk_live_other']) {
      const call = sdkFor(payments, key).paymentIntents.retrieve(intent.id);
      expect((await refusal(call)).statusCode).toBe(401);
    }
  });
});

async function order(amount: number) {
  const customer = await sandbox.stripe.customers.create({ email: 'ada@example.com' });
  return await sandbox.stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    customer: customer.id,
    description: 'A prompt made to order',
    allowed_payment_method_types: ['card'],
    metadata: { orderId: 'o1' },
  });
}
