import { BRAND } from '#contract/brand.ts';
import type { ResponseBody } from '#contract/endpoint.ts';
import type { payOrder } from '#contract/orders.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import {
  type BillingServices,
  createOrderPayment,
  runForMember,
  withFailureMessage,
} from '../billing/billing.public.ts';
import { syncOrderPayment } from './orders.payment-sync.ts';
import { conflict } from './orders.placement.ts';
import { type OrderRow, setPayment } from './orders.queries.ts';

type Checkout = ResponseBody<typeof payOrder>;

/**
 * The payment of an unpaid order, always the same one. Its id is stored before the secret goes to the browser, so that
 * no money comes for a payment we do not know.
 * @throws HttpProblem 409 when it is paid or being processed, 503 while the provider is unavailable
 */
export async function startCheckout(billing: BillingServices, order: OrderRow): Promise<Checkout> {
  const { state, memberId } = order;
  // Unpaid ones go with their buyer's account.
  if (state !== 'awaiting_payment' || memberId === null) {
    throw conflict('already_paid', 'This order is already paid.');
  }
  return await runForMember(billing, 'Failed to start the payment', () =>
    startOrFindPayment(billing, { ...order, memberId }),
  );
}

/** Both within the time limit of one caller. */
async function startOrFindPayment(
  billing: BillingServices,
  order: OrderRow & { memberId: string },
): Promise<Checkout> {
  const { id: orderId, memberId, amountCents, paymentIntentId: earlier } = order;
  try {
    const { paymentIntentId, invoiceId, payment } = await createOrderPayment(billing, {
      memberId,
      orderId,
      amountCents,
      // Shown on the bill, so it says nothing of what was ordered.
      description: `${BRAND.name}: a custom prompt`,
      paymentIntentId: earlier,
      invoiceId: order.invoiceId,
    });
    const now = { id: paymentIntentId, invoiceId, dueCents: payment.amountCents };
    const isStored = await setPayment(billing.db, orderId, { before: earlier, now });
    if (!isStored)
      throw conflict('order_changed', 'The order was changed in the meantime. Please try again.');
    return payment;
  } catch (error) {
    if (earlier !== null) await syncIfPaid(billing, { orderId, paymentIntentId: earlier }, error);
    throw error;
  }
}

/** Refused because it is paid, and its webhook event has not arrived yet: what is shown next is a paid order. */
export async function syncIfPaid(
  billing: BillingServices,
  payment: { orderId: string; paymentIntentId: string },
  error: unknown,
): Promise<void> {
  if (!(error instanceof HttpProblem) || error.status !== 409) return;
  await withFailureMessage('Failed to look for the payment', () => syncOrderPayment(billing, payment));
}
