import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { periodEnd } from './calendar.ts';
import {
  at,
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
  sandbox.received.length = 0;
  expect(problems).toEqual([]);
});

const read = (id: string) => sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
const DAY = 86_400;

describe('A renewal', () => {
  test('moves the period first and takes the money an hour later', async () => {
    const { control, prices } = sandbox;
    control.setWebhooks({ shuffle: false, duplicate: false });
    const made = await subscribeAndPay(sandbox, prices.basic);
    const before = (await read(made.id)).items.data[0];
    await sandbox.events();
    sandbox.received.length = 0;
    control.advance({ to: (before?.current_period_end ?? 0) + 60 });
    const between = await read(made.id);
    expect(between).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'draft', auto_advance: true },
    });
    expect(between.items.data[0]?.current_period_start).toBe(before?.current_period_end);
    control.advance({ seconds: 3600 });
    expect(await read(made.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', billing_reason: 'subscription_cycle', amount_paid: 299 },
    });
    const told = (await sandbox.events()).map(({ type }) => type);
    const order = ['customer.subscription.updated', 'invoice.created', 'invoice.finalized', 'invoice.paid'];
    expect(told.filter((type) => order.includes(type))).toEqual(order);
  });

  test.each([
    ['canceled', 'canceled'],
    ['unpaid', 'unpaid'],
    ['past_due', 'past_due'],
  ] as const)('that is declined is tried again after 3, 5 and 7 days, then %s', async (afterRetries, end) => {
    const { control, prices } = sandbox;
    control.setAccount({ afterRetries });
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.setCard(made.id, '4000 0000 0000 0341');
    control.advance({ until: 'renewal' });
    const first = await read(made.id);
    expect(first).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
    const days: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const from = control.now();
      control.advance({ until: 'attempt' });
      days.push(Math.round((control.now() - from) / DAY));
    }
    expect(days).toEqual([3, 5, 7]);
    expect(await read(made.id)).toMatchObject({
      status: end,
      latest_invoice: { status: 'open', attempt_count: 4, next_payment_attempt: null },
    });
    const failed = (await sandbox.events()).filter(({ type }) => type === 'invoice.payment_failed');
    expect(failed).toHaveLength(4);
  });

  test('that was declined is repaired by another card, or by paying in the browser', async () => {
    const { stripe, control, prices } = sandbox;
    const first = await subscribeAndPay(sandbox, prices.basic);
    const second = await subscribeAndPay(sandbox, prices.basic);
    for (const { id } of [first, second]) control.setCard(id, '4000 0000 0000 0341');
    control.advance({ to: control.now() + 31 * DAY + 7200 });
    control.setCard(first.id, '4242 4242 4242 4242');
    control.advance({ seconds: 4 * DAY });
    expect((await read(first.id)).status).toBe('active');
    const open = String((await stripe.subscriptions.retrieve(second.id)).latest_invoice);
    const invoice = await stripe.invoices.retrieve(open, { expand: ['confirmation_secret'] });
    control.confirm(invoice.confirmation_secret?.client_secret ?? '', '4242 4242 4242 4242');
    const paid = await read(second.id);
    expect(paid).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    const methods = await stripe.paymentMethods.list({ customer: second.customer });
    expect(paid.default_payment_method).toBe(methods.data[0]?.id);
  });

  test('comes after an end that is due at the same moment: there is none', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    control.advance({ until: 'end' });
    expect(await read(made.id)).toMatchObject({ status: 'canceled', latest_invoice: { id: made.invoice } });
    expect((await stripe.invoices.list({ subscription: made.id })).data).toHaveLength(1);
  });
});

describe('The calendar', () => {
  test('an anchor on the 31st falls on the last day of shorter months, and comes back', () => {
    const month = { interval: 'month', interval_count: 1 };
    const anchor = at('2027-01-31T10:30:00Z');
    const ends: string[] = [];
    for (let moment = anchor, n = 0; n < 4; n += 1) {
      moment = periodEnd(anchor, month, moment);
      ends.push(new Date(moment * 1000).toISOString());
    }
    expect(ends).toEqual([
      '2027-02-28T10:30:00.000Z',
      '2027-03-31T10:30:00.000Z',
      '2027-04-30T10:30:00.000Z',
      '2027-05-31T10:30:00.000Z',
    ]);
    const leap = periodEnd(
      at('2028-02-29T00:00:00Z'),
      { interval: 'year', interval_count: 1 },
      at('2028-03-01T00:00:00Z'),
    );
    expect(new Date(leap * 1000).toISOString()).toBe('2029-02-28T00:00:00.000Z');
  });

  test('a test clock keeps its customers to their own time, month ends included', async () => {
    const { stripe, prices } = sandbox;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at('2027-01-31T10:00:00Z') });
    const made = await subscribeAndPay(sandbox, prices.basic, { clock: clock.id });
    const ends: string[] = [];
    for (const day of ['2027-02-28T12:00:00Z', '2027-03-31T12:00:00Z', '2027-04-30T12:00:00Z']) {
      await advance(clock.id, day);
      const now = await read(made.id);
      expect(now).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
      ends.push(new Date((now.items.data[0]?.current_period_end ?? 0) * 1000).toISOString());
    }
    expect(ends).toEqual([
      '2027-03-31T10:00:00.000Z',
      '2027-04-30T10:00:00.000Z',
      '2027-05-31T10:00:00.000Z',
    ]);
    const elsewhere = await subscribe(sandbox, prices.basic);
    expect((await read(elsewhere.id)).created).toBeLessThan(at('2027-01-01T00:00:00Z'));
    await stripe.testHelpers.testClocks.del(clock.id);
    expect((await refusal(stripe.subscriptions.retrieve(made.id))).code).toBe('resource_missing');
  });

  test('a test clock goes forward only, and at most two intervals at once', async () => {
    const { stripe, prices } = sandbox;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at('2027-01-31T10:00:00Z') });
    await subscribeAndPay(sandbox, prices.basic, { clock: clock.id });
    for (const day of ['2027-01-30T00:00:00Z', '2027-04-02T00:00:00Z']) {
      const call = stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at(day) });
      expect((await refusal(call)).statusCode).toBe(400);
    }
  });
});

async function advance(clock: string, iso: string): Promise<void> {
  const { testClocks } = sandbox.stripe.testHelpers;
  const answer = await testClocks.advance(clock, { frozen_time: at(iso) });
  expect(answer.status).toBe('advancing');
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await testClocks.retrieve(clock)).status === 'ready') return;
    await sleep(10);
  }
  throw new Error('The clock did not become ready.');
}
