import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  readStored,
  refusal,
  type Subscribed,
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

const DAY = 86_400;
const read = (id: string) => readStored(sandbox, id);
const priceOf = (id: string) => read(id).items.data[0]?.price.id;

/** As the app upgrades. */
const upgrade = (made: Subscribed, price: string, prorationDate?: number) =>
  sandbox.stripe.subscriptions.update(made.id, {
    items: [{ id: made.itemId, price }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    ...(prorationDate === undefined ? {} : { proration_date: prorationDate }),
  });

async function openInvoice(id: string) {
  const { latest_invoice: invoice } = read(id);
  return { id: invoice.id, secret: await secretOf(sandbox.stripe, invoice.id), status: invoice.status };
}

describe('An upgrade', () => {
  test('costs what its preview said, by the second, also when time passes in between', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.advance({ seconds: 10 * DAY });
    const date = control.now();
    const preview = await stripe.invoices.createPreview({
      customer: made.customer,
      subscription: made.id,
      subscription_details: {
        items: [{ id: made.itemId, price: prices.pro }],
        proration_behavior: 'always_invoice',
        proration_date: date,
      },
    });
    expect(preview.amount_due).toBeGreaterThan(400);
    expect(preview.amount_due).toBeLessThan(700);
    expect(preview.lines.data.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
    control.advance({ seconds: 3600 });
    const changed = await upgrade(made, prices.pro, date);
    expect(changed.pending_update).toBeNull();
    expect(read(made.id)).toMatchObject({
      status: 'active',
      latest_invoice: {
        status: 'paid',
        amount_paid: preview.amount_due,
        billing_reason: 'subscription_update',
      },
    });
    expect(priceOf(made.id)).toBe(prices.pro);
    control.advance({ until: 'renewal' });
    expect(read(made.id).latest_invoice).toMatchObject({ amount_paid: 999, status: 'paid' });
  });

  test('that is declined waits for its payment, and the old plan stays', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.setCard(made.id, '4000 0000 0000 0341');
    const changed = await upgrade(made, prices.pro);
    expect(changed.pending_update?.subscription_items?.[0]?.price.id).toBe(prices.pro);
    expect(read(made.id)).toMatchObject({ status: 'active', latest_invoice: { status: 'open' } });
    expect(priceOf(made.id)).toBe(prices.basic);
    expect((await refusal(upgrade(made, prices.advanced))).statusCode).toBe(400);
    const { secret, id } = await openInvoice(made.id);
    control.confirm(secret, '4242 4242 4242 4242');
    expect(priceOf(made.id)).toBe(prices.pro);
    expect((await stripe.invoices.retrieve(id)).status).toBe('paid');
    const types = (await sandbox.events()).map(({ type }) => type);
    expect(types).toContain('customer.subscription.pending_update_applied');
  });

  test('that needs the bank is applied when the bank says yes', async () => {
    const { control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.setCard(made.id, '4000 0027 6000 3184');
    const changed = await upgrade(made, prices.pro);
    expect(changed.pending_update).not.toBeNull();
    const { secret } = await openInvoice(made.id);
    control.confirm(secret, '4000 0027 6000 3184');
    control.authenticate(secret, 'succeeded');
    expect(priceOf(made.id)).toBe(prices.pro);
  });

  test('nobody pays for is forgotten after 23 hours, and can no longer be paid', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.setCard(made.id, '4000 0000 0000 0341');
    await upgrade(made, prices.pro);
    const { secret, id } = await openInvoice(made.id);
    control.advance({ until: 'pending update' });
    expect(read(made.id).pending_update).toBeNull();
    expect((await stripe.invoices.retrieve(id)).status).toBe('void');
    expect(control.confirm(secret, '4242 4242 4242 4242').error?.code).toBe(
      'payment_intent_unexpected_state',
    );
    expect(priceOf(made.id)).toBe(prices.basic);
    expect(read(made.id).status).toBe('active');
  });

  test('whose invoice is voided is forgotten too', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.setCard(made.id, '4000 0000 0000 0341');
    await upgrade(made, prices.pro);
    await stripe.invoices.voidInvoice((await openInvoice(made.id)).id);
    expect(read(made.id).pending_update).toBeNull();
  });

  test('by default changes the plan although the card said no', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.setCard(made.id, '4000 0000 0000 0341');
    await stripe.subscriptions.update(made.id, {
      items: [{ id: made.itemId, price: prices.pro }],
      proration_behavior: 'always_invoice',
    });
    expect(priceOf(made.id)).toBe(prices.pro);
    expect(read(made.id).status).toBe('past_due');
  });

  test('in the last minutes costs too little to be charged: it waits in the balance', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    const end = read(made.id).items.data[0]?.current_period_end ?? 0;
    control.advance({ to: end - 12 * 3600 });
    await upgrade(made, prices.pro);
    expect(read(made.id).latest_invoice).toMatchObject({ status: 'paid', amount_due: 0, total: 11 + 1 });
    expect(await stripe.customers.retrieve(made.customer)).toMatchObject({ balance: 12 });
    control.advance({ until: 'renewal' });
    expect(read(made.id).latest_invoice).toMatchObject({ amount_paid: 999 + 12, total: 999 });
  });

  test('takes only what can wait for a payment', async () => {
    const { prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    const call = stripe.subscriptions.update(made.id, {
      items: [{ id: made.itemId, price: prices.pro }],
      payment_behavior: 'pending_if_incomplete',
      cancel_at_period_end: false,
    });
    expect((await refusal(call)).statusCode).toBe(400);
  });
});

describe('A downgrade', () => {
  test('without proration costs less from the next invoice on', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.pro);
    const items = [{ id: made.itemId, price: prices.basic }];
    await stripe.subscriptions.update(made.id, { items, proration_behavior: 'none' });
    control.advance({ until: 'renewal' });
    expect(read(made.id).latest_invoice).toMatchObject({ amount_paid: 299 });
  });
});

describe('Canceling', () => {
  test('by the API sets both marks, and can be undone until the end', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    const end = read(made.id).items.data[0]?.current_period_end;
    const canceled = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end });
    const back = await stripe.subscriptions.update(made.id, { cancel_at_period_end: false });
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    control.advance({ until: 'renewal' });
    expect(read(made.id).status).toBe('active');
  });

  test('on the provider’s own pages sets `cancel_at` alone', async () => {
    const { control, prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.cancel(made.id, 'portal');
    const canceled = read(made.id);
    expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(canceled.cancel_at).toBe(canceled.items.data[0]?.current_period_end);
    expect(await stripe.subscriptions.update(made.id, { cancel_at: '' })).toMatchObject({ cancel_at: null });
    control.cancel(made.id, 'portal');
    control.advance({ until: 'end' });
    expect(read(made.id).status).toBe('canceled');
    const types = (await sandbox.events()).map(({ type }) => type);
    expect(types).toContain('customer.subscription.deleted');
  });

  test('now ends it now, and a second time finds nothing', async () => {
    const { prices, stripe } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    expect(await stripe.subscriptions.cancel(made.id)).toMatchObject({ status: 'canceled' });
    expect((await refusal(stripe.subscriptions.cancel(made.id))).code).toBe('resource_missing');
    const late = stripe.subscriptions.update(made.id, { cancel_at_period_end: false });
    expect((await refusal(late)).statusCode).toBe(400);
  });
});
