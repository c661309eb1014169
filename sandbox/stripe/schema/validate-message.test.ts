import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../event-types.ts';
import { OPERATIONS } from '../routes.ts';
import { readSchema } from './cache.ts';
import type { Message } from './document.ts';
import { validateMessage } from './validate-message.ts';

const schema = await readSchema({ operations: OPERATIONS, events: EVENT_TYPES });
const judged = (message: Message, given: string | object) => validateMessage(schema, message, given);
const faultsOf = (operation: string, text: string) => judged(`request ${operation}`, text).faults;

describe('requests', () => {
  it('accepts the calls of a subscription', () => {
    expect(
      faultsOf(
        'subscriptions.create',
        'customer=cus_1&items[0][price]=price_1&payment_behavior=default_incomplete' +
          '&payment_settings[save_default_payment_method]=on_subscription' +
          '&payment_settings[payment_method_types][0]=card&metadata[userId]=12&expand[0]=latest_invoice',
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
  });

  it.each([
    ['subscriptions.create', 'payment_behavior=default_incomplet', /^payment_behavior: must be one of/],
    ['subscriptions.create', 'trial_days=3', /^unknown trial_days$/],
    ['subscriptions.update', 'billing_cycle_anchor=now', /^billing_cycle_anchor: must be object$/],
    ['subscriptions.update', 'items[0][quantity]=many', /^items\.0\.quantity: must be number$/],
    ['subscriptions.update', 'cancel_at_period_end=perhaps', /^cancel_at_period_end: must be boolean$/],
    ['paymentIntents.create', 'amount=1', /^missing currency$/],
    ['subscriptions.list', 'status=live', /^status: must be one of active, all,/],
    ['invoices.voidInvoice', 'reason=x', /^unknown reason$/],
  ])('refuses %s with %s', (operation, text, fault) => {
    expect(faultsOf(operation, text)).toEqual([expect.stringMatching(fault)]);
  });

  it('decodes what the SDK sends into the types it was called with', () => {
    const text =
      'items[0][quantity]=2&cancel_at_period_end=false&metadata[count]=5&metadata[gone]=&trial_end=now' +
      '&cancel_at=1795000000';
    expect(judged('request subscriptions.update', text).value).toEqual({
      items: [{ quantity: 2 }],
      cancel_at_period_end: false,
      metadata: { count: '5', gone: '' },
      trial_end: 'now',
      cancel_at: 1_795_000_000,
    });
    expect(judged('request subscriptions.list', 'created[gt]=12&limit=3').value).toEqual({
      created: { gt: 12 },
      limit: 3,
    });
    expect(judged('request paymentIntents.create', 'amount=&currency=5').value).toEqual({
      amount: '',
      currency: '5',
    });
    const many = Array.from({ length: 30 }, (_, at) => `expand[${at}]=customer`).join('&');
    expect(judged('request invoices.retrieve', many).value).toEqual({ expand: Array(30).fill('customer') });
  });
});

const DISPUTE = {
  id: 'du_1',
  object: 'dispute',
  amount: 999,
  charge: 'ch_1',
  created: 1_795_000_000,
  currency: 'usd',
  payment_intent: 'pi_1',
  reason: 'fraudulent',
  status: 'needs_response',
};

describe('responses', () => {
  it('adds what only one value can say, and nothing else', () => {
    const { value, faults } = judged('response disputes.retrieve', DISPUTE);
    expect(faults).toEqual([]);
    expect(value).toMatchObject({
      ...DISPUTE,
      balance_transactions: [],
      evidence: { receipt: null },
      evidence_details: { due_by: null, has_evidence: false, submission_method: 'manual' },
      livemode: false,
      metadata: {},
    });
    const { status: _status, ...without } = DISPUTE;
    expect(judged('response disputes.retrieve', without).faults).toEqual(['missing status']);
  });

  it.each([
    [{ ...DISPUTE, won: true }, 'unknown won'],
    [{ ...DISPUTE, status: 'wn' }, expect.stringMatching(/^status: must be one of /)],
    [{ ...DISPUTE, created: '2026-11-21' }, 'created: must be number'],
    [{ ...DISPUTE, evidence_details: { x: 1 } }, 'evidence_details: unknown x'],
    [[DISPUTE], 'must be object'],
  ])('finds the fault of %j', (response, fault) => {
    expect(judged('response disputes.retrieve', response).faults).toEqual([fault]);
  });

  it('tells a deleted customer from one that is not, and an expanded charge from its id', () => {
    const deleted = { id: 'cus_1', object: 'customer', deleted: true };
    expect(judged('response customers.retrieve', deleted)).toEqual({ value: deleted, faults: [] });
    const { faults } = judged('response paymentIntents.retrieve', { latest_charge: { id: 'ch_1', x: 1 } });
    expect(faults).toContain('latest_charge: unknown x');
    expect(faults).not.toContain('latest_charge: must be string');
  });

  it('checks pages and events', () => {
    const page = { object: 'list', data: [DISPUTE], has_more: false, url: '/v1/disputes' };
    expect(judged('response disputes.list', page).faults).toEqual([]);
    expect(
      judged('response disputes.list', { ...page, data: [{ ...DISPUTE, x: 1 }], total: 1 }).faults,
    ).toEqual(expect.arrayContaining(['unknown total', 'data.0: unknown x']));
    const event = {
      id: 'evt_1',
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: 1_795_000_000,
      data: { object: DISPUTE, previous_attributes: { status: 'won' } },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: 'charge.dispute.created',
    };
    expect(judged('event charge.dispute.created', event).faults).toEqual([]);
    expect(judged('event invoice.paid', event).faults).not.toEqual([]);
    expect(judged('event charge.dispute.changed', event).faults).toEqual(['the schema does not know it']);
  });
});
