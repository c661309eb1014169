import type { Account } from './account.ts';
import { refused } from './errors.ts';
import type { Charge, Dispute, PaymentIntent } from './records.ts';

/** Money that moved, or was refused. */
export function recordCharge(account: Account, intent: PaymentIntent, isPaid: boolean): Charge {
  const charge = account.tables.charges.add({
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    customer: intent.customer,
    disputed: false,
    paid: isPaid,
    payment_intent: intent.id,
    refunded: false,
  });
  intent.latest_charge = charge.id;
  return charge;
}

/** @throws StripeError when this payment has no charge that succeeded */
export function chargeOf(account: Account, intentId: string): Charge {
  const intent = account.tables.paymentIntents.require(intentId, 'payment_intent');
  const charge = account.tables.charges.find(intent.latest_charge);
  if (intent.status === 'succeeded' && charge) return charge;
  throw refused(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
}

/** @param amount in cents; all that is left unless given */
export function refund(account: Account, charge: Charge, amount?: number): Charge {
  const left = charge.amount_captured - charge.amount_refunded;
  const returned = amount ?? left;
  if (left <= 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (returned <= 0 || returned > left)
    throw refused(`Refund amount (${returned}) is greater than unrefunded amount on charge (${left})`);
  charge.amount_refunded += returned;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  account.emit('charge.refunded', charge);
  return charge;
}

/** The owner of the card has asked their bank for the money. */
export function openDispute(account: Account, charge: Charge): Dispute {
  charge.disputed = true;
  const dispute = account.tables.disputes.add({
    amount: charge.amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    status: 'needs_response',
  });
  account.emit('charge.dispute.created', dispute);
  return dispute;
}
