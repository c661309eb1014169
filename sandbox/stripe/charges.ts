import { refused } from './errors.ts';
import type { Params } from './form.ts';
import type { Charge, Dispute, IntentError, PaymentIntent, PaymentMethod, Refund } from './records.ts';
import type { World } from './world.ts';

/** Money that moved, or was refused with this error. */
export function recordCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  error: IntentError | undefined,
): Charge {
  const charge: Charge = {
    ...structuredClone(CHARGE_CONSTANTS),
    id: world.store.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: error ? 0 : intent.amount,
    billing_details: method.billing_details,
    captured: !error,
    created: world.nowFor(intent.customer),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    metadata: { ...intent.metadata },
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: error ? 'declined_by_network' : 'approved_by_network',
      reason: error?.decline_code ?? null,
      risk_level: 'normal',
      risk_score: 1,
      seller_message: error ? 'The bank declined the payment.' : 'Payment complete.',
      type: error ? 'issuer_declined' : 'authorized',
    },
    paid: !error,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: chargedCard(method, error ? null : intent.amount), type: 'card' },
    receipt_email: intent.receipt_email,
    status: error ? 'failed' : 'succeeded',
  };
  world.store.tables.charges.add(charge);
  intent.latest_charge = charge.id;
  world.emit(error ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}

const CHARGE_CONSTANTS = {
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: 'SANDBOX',
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  radar_options: {},
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Charge>;

type ChargedCard = NonNullable<Charge['payment_method_details']>['card'] & object;

function chargedCard({ card }: PaymentMethod, authorized: number | null): ChargedCard {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  return {
    amount_authorized: authorized,
    authorization_code: null,
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint: fingerprint ?? null,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

/** `refunds.create` by charge or payment; the rest of the amount unless it says how much. */
export function createRefund(world: World, params: Params): Refund {
  const charge = chargeOf(world, params.text('charge'), params.text('payment_intent'));
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = params.integer('amount') ?? left;
  if (charge.refunded || left <= 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount <= 0 || amount > left) {
    throw refused(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const refund: Refund = {
    id: world.store.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.nowFor(typeof charge.customer === 'string' ? charge.customer : null),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: params.metadata(),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.store.tables.refunds.add(refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge);
  return refund;
}

/** @throws StripeError when neither leads to money that came */
export function chargeOf(world: World, chargeId?: string, intentId?: string): Charge {
  const { charges, paymentIntents } = world.store.tables;
  if (chargeId) return charges.require(chargeId, 'charge');
  if (!intentId) throw refused('One of the following params should be provided: payment_intent, charge.');
  const intent = paymentIntents.require(intentId, 'payment_intent');
  const charge = charges.find(intent.latest_charge);
  if (intent.status === 'succeeded' && charge) return charge;
  throw refused(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
}

/** The owner of the card has asked their bank for the money. */
export function openDispute(world: World, charge: Charge): Dispute {
  charge.disputed = true;
  const dispute: Dispute = {
    id: world.store.newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.nowFor(charge.customer),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: world.nowFor(charge.customer) + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  world.store.tables.disputes.add(dispute);
  world.emit('charge.dispute.created', dispute);
  return dispute;
}

export function closeDispute(world: World, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') throw refused('This dispute is already closed.');
  dispute.status = status;
  world.emit('charge.dispute.closed', dispute);
  return dispute;
}

function emptyEvidence(): Dispute['evidence'] {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
