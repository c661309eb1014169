/** The events the sandbox sends: of those the app’s webhook reads, the ones the sandbox can cause. */
export const EVENT_TYPES = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
