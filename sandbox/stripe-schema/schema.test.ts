import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { readSchema } from './cache.ts';
import { loadStripeSchema } from './schema.ts';
import { invoiceSample, paymentIntentSample, subscriptionSample } from './testing/samples.ts';

const schema = await loadStripeSchema();

function faultsOf(operation: string, wire: string): string[] {
  return schema.checkRequest(operation, schema.decodeForm(operation, wire));
}

describe('requests', () => {
  it('takes the calls of a subscription', () => {
    expect(
      faultsOf(
        'subscriptions.create',
        'customer=cus_1&items[0][price]=price_1&payment_behavior=default_incomplete' +
          '&payment_settings[save_default_payment_method]=on_subscription' +
          '&payment_settings[payment_method_types][0]=card&metadata[userId]=12' +
          '&expand[0]=latest_invoice.confirmation_secret&expand[1]=pending_setup_intent',
      ),
    ).toEqual([]);
    expect(
      faultsOf(
        'subscriptions.update',
        'items[0][id]=si_1&items[0][price]=price_2&proration_behavior=always_invoice' +
          '&payment_behavior=pending_if_incomplete&proration_date=1795000000&billing_cycle_anchor[type]=now',
      ),
    ).toEqual([]);
    expect(faultsOf('subscriptions.update', 'cancel_at_period_end=true&cancel_at=')).toEqual([]);
    expect(faultsOf('subscriptions.list', 'customer=cus_1&status=all&limit=100')).toEqual([]);
    expect(
      faultsOf(
        'paymentIntents.create',
        'amount=9900&currency=usd&customer=cus_1&automatic_payment_methods[enabled]=true&metadata[orderId]=7',
      ),
    ).toEqual([]);
  });

  it.each([
    ['subscriptions.create', 'payment_behavior=default_incomplet', /^payment_behavior: must be one of/],
    ['subscriptions.create', 'trial_days=3', /^unknown trial_days$/],
    ['subscriptions.create', 'coupon=x', /^unknown coupon$/],
    ['subscriptions.update', 'billing_cycle_anchor=now', /^billing_cycle_anchor: must be object$/],
    ['subscriptions.update', 'items[0][quantity]=many', /^items\.0\.quantity: must be number$/],
    ['subscriptions.update', 'cancel_at_period_end=perhaps', /^cancel_at_period_end: must be boolean$/],
    [
      'paymentIntents.create',
      'amount=1&currency=usd&payment_method_types[0]=card',
      /^unknown payment_method/,
    ],
    ['paymentIntents.create', 'amount=1', /^missing currency$/],
    ['subscriptions.list', 'status=live', /^status: must be one of active, all,/],
    ['invoices.voidInvoice', 'reason=x', /^unknown reason$/],
    ['customers.upsert', '', /is no operation the schema knows/],
  ])('refuses %s with %s', (operation, wire, fault) => {
    const faults = faultsOf(operation, wire);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  it('decodes what the SDK sends into the types it was called with', () => {
    expect(
      schema.decodeForm(
        'subscriptions.update',
        'items[0][quantity]=2&cancel_at_period_end=false&metadata[count]=5&metadata[gone]=&trial_end=now' +
          '&cancel_at=1795000000',
      ),
    ).toEqual({
      items: [{ quantity: 2 }],
      cancel_at_period_end: false,
      metadata: { count: '5', gone: '' },
      trial_end: 'now',
      cancel_at: 1_795_000_000,
    });
    expect(schema.decodeForm('subscriptions.list', 'created[gt]=12&limit=3')).toEqual({
      created: { gt: 12 },
      limit: 3,
    });
    expect(schema.decodeForm('paymentIntents.create', 'amount=&currency=5')).toEqual({
      amount: '',
      currency: '5',
    });
    const many = Array.from({ length: 30 }, (_, at) => `expand[${at}]=customer`).join('&');
    expect(schema.decodeForm('invoices.retrieve', many)).toEqual({ expand: Array(30).fill('customer') });
  });
});

describe('paths to expand', () => {
  const faults = (operation: string, ...paths: string[]) => schema.checkRequest(operation, { expand: paths });

  it('follows the types', () => {
    expect(faults('subscriptions.retrieve', 'customer', 'latest_invoice.payments', 'discounts')).toEqual([]);
    expect(faults('subscriptions.retrieve', 'items.data.price.product', 'default_payment_method')).toEqual(
      [],
    );
    expect(faults('subscriptions.list', 'data.latest_invoice.confirmation_secret')).toEqual([]);
    expect(faults('invoices.retrieve', 'payments', 'payments.data.payment.payment_intent')).toEqual([]);
    expect(faults('customers.retrieve', 'subscriptions', 'test_clock')).toEqual([]);
  });

  it.each([
    ['subscriptions.retrieve', 'latest_invoice.payment_intent', 'there is no payment_intent'],
    ['subscriptions.retrieve', 'status', 'cannot be expanded'],
    ['subscriptions.retrieve', 'latest_invoice.payments.data.payment', 'cannot be expanded'],
    ['subscriptions.retrieve', 'billing_mode', 'cannot be expanded'],
    ['subscriptions.list', 'latest_invoice', 'has to begin with data.'],
    ['invoices.list', 'data.payments.data.payment.payment_intent', 'deeper than 4 levels'],
    ['invoices.retrieve', 'subscription', 'there is no subscription'],
    ['paymentIntents.retrieve', 'invoice', 'there is no invoice'],
    ['customers.retrieve', 'address', 'cannot be expanded'],
  ])('refuses in %s: %s', (operation, path, sentence) => {
    expect(faults(operation, path)).toEqual([expect.stringContaining(sentence)]);
  });
});

describe('answers', () => {
  it('takes objects as Stripe renders them', () => {
    expect(schema.checkAnswer('Subscription', subscriptionSample())).toEqual([]);
    expect(schema.checkAnswer('Invoice', invoiceSample())).toEqual([]);
    expect(schema.checkAnswer('PaymentIntent', paymentIntentSample())).toEqual([]);
    const expanded = { ...subscriptionSample(), latest_invoice: invoiceSample() };
    expect(schema.checkAnswer('Subscription', expanded)).toEqual([]);
  });

  it('misses nothing of a subscription', () => {
    const { billing_mode, ...without } = subscriptionSample();
    expect(billing_mode).toBeDefined();
    expect(schema.checkAnswer('Subscription', without)).toEqual(['missing billing_mode']);
    expect(
      schema.checkAnswer('Subscription', { ...subscriptionSample(), current_period_end: 1_797_000_000 }),
    ).toEqual(['unknown current_period_end']);
    expect(schema.checkAnswer('Subscription', { ...subscriptionSample(), status: 'actve' })).toEqual([
      expect.stringMatching(/^status: must be one of active, canceled, incomplete,/),
    ]);
    expect(schema.checkAnswer('Subscription', { ...subscriptionSample(), created: '2026-11-21' })).toEqual([
      'created: must be number',
    ]);
    const sample = subscriptionSample();
    const [item] = sample.items.data;
    const { current_period_end, ...timeless } = item ?? { current_period_end: undefined };
    expect(current_period_end).toBeDefined();
    expect(
      schema.checkAnswer('Subscription', { ...sample, items: { ...sample.items, data: [timeless] } }),
    ).toEqual(['items.data.0: missing current_period_end']);
  });

  it('finds a fault inside what was expanded, and only it', () => {
    const latest_invoice = { ...invoiceSample(), payment_intent: 'pi_1' };
    expect(schema.checkAnswer('Subscription', { ...subscriptionSample(), latest_invoice })).toEqual([
      'latest_invoice: unknown payment_intent',
    ]);
    expect(schema.checkAnswer('Customer', 5)).toEqual(['must be object']);
  });

  it('checks pages and events', () => {
    const page = { object: 'list', data: [subscriptionSample()], has_more: false, url: '/v1/subscriptions' };
    expect(schema.checkAnswer('List<Subscription>', page)).toEqual([]);
    expect(schema.checkAnswer('List<Subscription>', { ...page, data: [{}], total: 1 })).toEqual(
      expect.arrayContaining(['unknown total', 'data.0: missing id']),
    );
    const event = {
      id: 'evt_1',
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: 1_795_000_000,
      data: { object: subscriptionSample(), previous_attributes: { status: 'incomplete' } },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: 'customer.subscription.updated',
    };
    expect(schema.checkAnswer('Event', event)).toEqual([]);
    expect(schema.checkAnswer('Event', { ...event, type: 'invoice.paid' })).not.toEqual([]);
    expect(schema.checkAnswer('Event', { ...event, type: 'customer.subscription.changed' })).toEqual([
      'type: the schema knows no event customer.subscription.changed',
    ]);
    expect(schema.checkAnswer('Event', { ...event, data: { object: {} } })).not.toEqual([]);
    expect(schema.checkAnswer('Cheque', {})).toEqual([expect.stringContaining('is no answer')]);
  });
});

it('is made once for an SDK, and anew when what was kept is of another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-schema-'));
  await writeFile(join(folder, '1.0.0-older.json'), '{}');
  const made = await readSchema(folder);
  const kept = await readdir(folder);
  expect(kept).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{12}\.json$/)]);
  expect(kept[0]?.startsWith(`${Stripe.PACKAGE_VERSION}-`)).toBe(true);
  const { mtimeMs } = await stat(join(folder, kept[0] ?? ''));
  expect(await readSchema(folder)).toEqual(made);
  expect((await stat(join(folder, kept[0] ?? ''))).mtimeMs).toBe(mtimeMs);
  await rm(folder, { recursive: true });
});
