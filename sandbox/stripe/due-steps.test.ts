import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { periodEnd } from './calendar.ts';
import {
  readStored,
  secretOf,
  startTestSandbox,
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

const read = (id: string) => readStored(sandbox, id);
const at = (iso: string) => Date.parse(iso) / 1000;
const DAY = 86_400;

describe('A renewal', () => {
  test('moves the period first and takes the money an hour later', async () => {
    const { control, prices } = sandbox;
    control.setWebhooks({ shuffle: false, duplicate: false });
    const made = await subscribeAndPay(sandbox, prices.basic);
    const before = read(made.id).items.data[0];
    await sandbox.events();
    sandbox.received.length = 0;
    control.advance({ to: (before?.current_period_end ?? 0) + 60 });
    const between = read(made.id);
    expect(between).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'draft', auto_advance: true },
    });
    expect(between.items.data[0]?.current_period_start).toBe(before?.current_period_end);
    control.advance({ seconds: 3600 });
    expect(read(made.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', billing_reason: 'subscription_cycle', amount_paid: 299 },
    });
    const sent = (await sandbox.events()).map(({ type }) => type);
    const order = ['customer.subscription.updated', 'invoice.paid'];
    expect(sent.filter((type) => order.includes(type))).toEqual(order);
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
    const first = read(made.id);
    expect(first).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
    const days: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const from = control.now();
      control.advance({ until: 'attempt' });
      days.push(Math.round((control.now() - from) / DAY));
    }
    expect(days).toEqual([3, 5, 7]);
    expect(read(made.id)).toMatchObject({
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
    expect(read(first.id).status).toBe('active');
    const open = read(second.id).latest_invoice.id;
    control.confirm(await secretOf(stripe, open), '4242 4242 4242 4242');
    const paid = read(second.id);
    expect(paid).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    const [card] = control.tables.paymentMethods
      .where(({ customer }) => customer === second.customer)
      .slice(-1);
    expect(paid.default_payment_method).toBe(card?.id);
  });

  test('comes after an end that is due at the same moment: there is none', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    control.advance({ until: 'end' });
    expect(read(made.id)).toMatchObject({ status: 'canceled', latest_invoice: { id: made.invoice } });
    expect((await stripe.invoices.list({ customer: made.customer })).data).toHaveLength(1);
  });
});

test('an anchor on the 31st falls on the last day of shorter months, and comes back', () => {
  const anchor = at('2027-01-31T10:30:00Z');
  const ends: string[] = [];
  for (let end = anchor; ends.length < 4; ends.push(new Date(end * 1000).toISOString())) {
    end = periodEnd(anchor, end);
  }
  expect(ends).toEqual([
    '2027-02-28T10:30:00.000Z',
    '2027-03-31T10:30:00.000Z',
    '2027-04-30T10:30:00.000Z',
    '2027-05-31T10:30:00.000Z',
  ]);
});
