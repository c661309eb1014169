// One bill and one payment for one order.
import type { Bill, Payment, Tax } from '#contract/billing.ts';
import type { Db } from '#server/core/database/pool.ts';
import { withPlan } from './billing.prices.ts';
import { billingProblem, inProgress, nothingPaid } from './billing.problems.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from './billing.services.ts';
import { ProviderRequestError, undefinedIfMissing } from './provider/provider.errors.ts';
import { withIdempotencyKey } from './provider/provider.idempotency.ts';
import { CURRENCY } from './provider/provider.settings.ts';
import { isPayable, type OrderPayment, type ProviderInvoice } from './provider/provider.types.ts';
import { hasCurrentTax, requireBillingAddress } from './subscription/subscription.address.ts';
import { requireCustomer } from './subscription/subscription.customers.ts';
import { voidUnpaid } from './subscription/subscription.ending.ts';

interface OrderToPay {
  memberId: string;
  orderId: string;
  amountCents: number;
  /** Shown on the bill, so nothing of the brief. */
  description: string;
  /** An earlier payment of this order, and its bill; reused while it can be paid. */
  paymentIntentId: string | null;
  invoiceId: string | null;
}

/** What an order has to keep: by these its payment and its bill are found again. */
export interface OrderCheckout {
  paymentIntentId: string;
  invoiceId: string | null;
  payment: Payment & { tax: Tax | null };
}

/**
 * The payment of one order: the earlier one while it can be paid, else that of a new bill. Repeated for the same order, it
 * is the same payment. Store its ids with the order before the secret goes to the browser.
 * @throws HttpProblem 409 when it is paid (then read it: `withOrderPayment`) or being processed, 503 while the provider
 *   is unavailable
 */
export async function createOrderPayment(
  billing: BillingServices,
  order: OrderToPay,
): Promise<OrderCheckout> {
  const { memberId } = order;
  return await withMemberLease(billing, memberId, async (lease) => {
    const earlier = await findEarlier(billing, order);
    if (earlier !== undefined && billing.settings.tax === undefined) return earlier.checkout;
    const { customerId, place } = await requireCustomer(billing, lease, memberId);
    const customer = { billing, lease, memberId, customerId };
    if (earlier !== undefined) {
      // One from before there were bills stays as it is.
      const { checkout, invoice } = earlier;
      if (invoice === undefined || hasCurrentTax(billing, invoice, place)) return checkout;
      // Taxed for another place: it can be paid no more, and another bill is made.
      await voidUnpaid(customer, invoice.id);
    }
    requireBillingAddress(billing, place);
    return await bill(customer, order);
  });
}

async function findEarlier(
  billing: BillingServices,
  { paymentIntentId, invoiceId }: OrderToPay,
): Promise<{ checkout: OrderCheckout; invoice: ProviderInvoice | undefined } | undefined> {
  if (paymentIntentId === null) return undefined;
  const { provider } = billing;
  const earlier = await provider.orders.readPayment(paymentIntentId).catch(undefinedIfMissing);
  if (earlier === undefined || earlier.status === 'canceled') return undefined;
  const payment = toPayment(earlier);
  const invoice = invoiceId === null ? undefined : await provider.readInvoice(invoiceId);
  const tax = invoice === undefined ? null : taxOf(billing, invoice);
  return { checkout: { paymentIntentId, invoiceId, payment: { ...payment, tax } }, invoice };
}

function taxOf({ settings }: BillingServices, { tax, place }: ProviderInvoice): Tax | null {
  return tax && { ...tax, kind: tax.kind ?? settings.tax ?? 'added', place };
}

async function bill(
  { billing, lease, customerId }: LeasedCustomer,
  order: OrderToPay,
): Promise<OrderCheckout> {
  const { db, provider } = billing;
  const { orderId, paymentIntentId: earlier } = order;
  // One bill an order: the next only when the provider has closed the payment of the one before.
  const name = `order-${orderId}-${earlier ?? 'first'}`;
  const { invoice, paymentIntentId } = await withIdempotencyKey({ db, lease }, name, (key) =>
    provider.orders.bill({ ...order, customerId, tax: billing.settings.tax }, key),
  );
  const { clientSecret, amountDueCents: amountCents } = invoice;
  if (paymentIntentId === null || clientSecret === null) {
    // A credit that staff gave at the provider: there is no payment by which the order would open.
    billing.log.error(
      { order: orderId, invoice: invoice.id },
      'a credit paid for an order: review it by hand',
    );
    throw billingProblem(
      409,
      'Your credit covers this order. Contact us and we’ll start it.',
      'already_paid',
    );
  }
  return {
    paymentIntentId,
    invoiceId: invoice.id,
    payment: {
      clientSecret,
      intent: 'payment',
      amountCents,
      currency: CURRENCY,
      tax: taxOf(billing, invoice),
    },
  };
}

function toPayment({ status, clientSecret, amountCents }: OrderPayment): Payment {
  if (status === 'processing') throw inProgress();
  if (!isPayable(status) || clientSecret === null) {
    throw billingProblem(409, 'This order is already paid.', 'already_paid');
  }
  return { clientSecret, intent: 'payment', amountCents, currency: CURRENCY };
}

/**
 * Makes sure that the payment of an unpaid order can be paid no more, old tabs included, and lets `write` store that.
 * @throws HttpProblem 409 when it is paid or being processed, 503 while the provider is unavailable
 */
export async function cancelOrderPayment(
  billing: BillingServices,
  {
    memberId,
    paymentIntentId,
    invoiceId,
  }: Pick<OrderToPay, 'memberId' | 'invoiceId'> & { paymentIntentId: string },
  write: (transaction: Db) => Promise<void>,
): Promise<void> {
  const { provider } = billing;
  await withMemberLease(billing, memberId, async (lease) => {
    const payment = await provider.orders.readPayment(paymentIntentId).catch(undefinedIfMissing);
    if (payment !== undefined && payment.status !== 'canceled') {
      // Throws for one that is paid, or about to be.
      toPayment(payment);
      if (invoiceId === null) await provider.orders.cancelPayment(paymentIntentId);
      else {
        const { customerId } = await requireCustomer(billing, lease, memberId);
        await voidUnpaid({ billing, lease, memberId, customerId }, invoiceId);
      }
    }
    await lease.write(write);
  });
}

interface PaidOrder {
  /** The member; the order itself once they have deleted their account. */
  payer: string;
  paymentIntentId: string;
}

/**
 * Reads a member's payment of an order from the provider and lets `write` store what it says, one at a time: of two
 * readers the one that writes last also read last.
 * @throws HttpProblem 503 while the provider is unavailable, or when another change took too long
 */
export async function withOrderPayment<Result>(
  billing: BillingServices,
  { payer, paymentIntentId }: PaidOrder,
  write: (transaction: Db, payment: OrderPayment) => Promise<Result>,
): Promise<Result> {
  return await withMemberLease(billing, payer, async (lease) => {
    const payment = await billing.provider.orders.readPayment(paymentIntentId);
    return await lease.write((transaction) => write(transaction, payment));
  });
}

/**
 * Gives a paid order's money back, unless that was done, and lets `write` store what the payment says then. May be
 * repeated.
 * @throws HttpProblem 409 for one that is not paid, or is disputed, 503 while the provider is unavailable
 */
export async function refundOrderPayment(
  billing: BillingServices,
  { payer, paymentIntentId, invoiceId }: PaidOrder & { invoiceId: string | null },
  write: (transaction: Db, payment: OrderPayment) => Promise<void>,
): Promise<void> {
  const { provider } = billing;
  await withMemberLease(billing, payer, async (lease) => {
    const before = await provider.orders.readPayment(paymentIntentId);
    if (!before.isPaid) throw nothingPaid();
    if (before.isDisputed) {
      throw billingProblem(409, 'Its payment is disputed: the bank decides who gets the money.', 'disputed');
    }
    if (!before.isRefunded) await refundOnce(billing, paymentIntentId, invoiceId);
    const payment = await provider.orders.readPayment(paymentIntentId);
    await lease.write((transaction) => write(transaction, payment));
  });
}

async function refundOnce(
  { provider }: BillingServices,
  paymentIntentId: string,
  invoiceId: string | null,
): Promise<void> {
  try {
    const key = `refund-${paymentIntentId}`;
    if (invoiceId === null) await provider.orders.refundPayment(paymentIntentId, key);
    else await provider.refundInvoice(await provider.readInvoice(invoiceId), key);
  } catch (error) {
    // Refunded in the meantime: what is read next says so.
    if (!(error instanceof ProviderRequestError)) throw error;
  }
}

/** With its links; they change from time to time, so nothing of it is stored. */
export async function readOrderBill(billing: BillingServices, invoiceId: string): Promise<Bill> {
  return withPlan(billing, await billing.provider.readBill(invoiceId));
}
