import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  refusal,
  sdkFor,
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
    ['4000 0000 0000 0069', 'expired_card', 'expired_card'],
    ['4000 0000 0000 0127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4111 1111 1111 1111', 'card_declined', 'test_mode_live_card'],
  ])('%s is declined (%s, %s), and the same secret takes another card', async (number, code, declineCode) => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    const { error } = control.confirm(made.secret, number);
    expect(error).toMatchObject({
      type: 'card_error',
      code,
      decline_code: declineCode,
      payment_intent: { status: 'requires_payment_method', client_secret: made.secret },
    });
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete');
    expect(control.confirm(made.secret, GOOD).intent?.['status']).toBe('succeeded');
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  });

  test.each(['4000 0025 0000 3155', '4000 0027 6000 3184'])(
    '%s asks the bank, which may say yes',
    async (number) => {
      const { stripe, control, prices } = sandbox;
      const made = await subscribe(sandbox, prices.basic);
      const { intent } = control.confirm(made.secret, number);
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete');
      expect(control.authenticate(made.secret, 'succeeded').intent?.['status']).toBe('succeeded');
      expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
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

  test('a number that cannot exist is refused before any bank is asked', async () => {
    const { control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    expect(control.confirm(made.secret, '4242 4242 4242 4241').error?.code).toBe('incorrect_number');
  });
});

describe('Renewals', () => {
  test.each([
    ['4000 0025 0000 3155', 'active'],
    ['4000 0027 6000 3184', 'past_due'],
  ])('%s, set up by the first payment: %s', async (number, status) => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    control.confirm(made.secret, number);
    control.authenticate(made.secret, 'succeeded');
    control.advance({ until: 'renewal' });
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe(status);
  });

  test('one that needs its owner is paid on the same page, by the invoice’s own secret', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribe(sandbox, prices.basic);
    control.confirm(made.secret, '4000 0027 6000 3184');
    control.authenticate(made.secret, 'succeeded');
    control.advance({ until: 'renewal' });
    const late = await stripe.subscriptions.retrieve(made.id, {
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = late.latest_invoice;
    if (typeof invoice === 'string' || !invoice) throw new Error('not expanded');
    const secret = invoice.confirmation_secret?.client_secret ?? '';
    expect(secret).not.toBe(made.secret);
    control.confirm(secret, '4000 0027 6000 3184');
    control.authenticate(secret, 'succeeded');
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
    const types = (await sandbox.events()).map(({ type }) => type);
    expect(types).toContain('invoice.payment_action_required');
  });
});

describe('Cards that are kept', () => {
  test('a declining card cannot be attached, one that declines later can', async () => {
    const { stripe } = sandbox;
    const customer = (await stripe.customers.create({})).id;
    const declined = stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer });
    expect(await refusal(declined)).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const kept = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    expect(kept).toMatchObject({ customer, card: { last4: '0341' } });
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
    await stripe.paymentMethods.detach(kept.id);
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });

  test('one set up by 3-D Secure is saved for later', async () => {
    const { stripe, control } = sandbox;
    const customer = (await stripe.customers.create({})).id;
    const setup = await stripe.setupIntents.create({ customer });
    expect(control.confirm(setup.client_secret ?? '', '4000 0000 0000 0002').error?.code).toBe(
      'card_declined',
    );
    control.confirm(setup.client_secret ?? '', '4000 0025 0000 3155');
    expect(control.authenticate(setup.client_secret ?? '', 'succeeded').intent?.['status']).toBe('succeeded');
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
    expect((await refusal(stripe.setupIntents.cancel(setup.id))).code).toBe('setup_intent_unexpected_state');
  });
});

describe('Money that goes back', () => {
  test('a single payment is refunded in parts, and no further', async () => {
    const { stripe, control } = sandbox;
    const customer = (await stripe.customers.create({})).id;
    const intent = await stripe.paymentIntents.create({
      amount: 9900,
      currency: 'usd',
      customer,
      automatic_payment_methods: { enabled: true },
      metadata: { orderId: 'o1' },
    });
    expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).statusCode).toBe(400);
    control.confirm(intent.client_secret ?? '', GOOD);
    await stripe.refunds.create({ payment_intent: intent.id, amount: 900 });
    await stripe.refunds.create({ payment_intent: intent.id });
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { refunded: true, amount_refunded: 9900 },
    });
    expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
      'charge_already_refunded',
    );
    const types = (await sandbox.events()).filter(({ type }) => type === 'charge.refunded');
    expect(types).toHaveLength(2);
  });

  test('a refund ends no subscription', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.pro);
    control.refund({ invoice: made.invoice });
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
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

  test('a payment below the least amount is refused, and a cancelled one stays so', async () => {
    const { stripe, control } = sandbox;
    const small = stripe.paymentIntents.create({ amount: 49, currency: 'usd' });
    expect((await refusal(small)).code).toBe('amount_too_small');
    const intent = await stripe.paymentIntents.create({ amount: 50, currency: 'usd' });
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
    expect(control.confirm(intent.client_secret ?? '', GOOD).error?.code).toBe(
      'payment_intent_unexpected_state',
    );
  });
});

describe('A publishable key', () => {
  test('opens the one intent whose secret comes with it, without what only the owner may see', async () => {
    const { payments, stripe } = sandbox;
    const intent = await stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      metadata: { orderId: 'o1' },
    });
    const browser = sdkFor(payments, payments.credentials.STRIPE_PUBLISHABLE_KEY);
    const seen = await browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret ?? '',
    });
    expect(seen.status).toBe('requires_payment_method');
    expect(seen).not.toHaveProperty('metadata');
    expect(
      (await refusal(browser.paymentIntents.retrieve(intent.id, { client_secret: 'x' }))).statusCode,
    ).toBe(404);
    expect((await refusal(browser.customers.list())).statusCode).toBe(401);
    expect((await refusal(sdkFor(payments, 'sk_live_other').customers.list())).statusCode).toBe(401);
    expect(sandbox.control.confirm(`${intent.id}_secret_guess`, GOOD).error?.code).toBe('resource_missing');
  });
});
