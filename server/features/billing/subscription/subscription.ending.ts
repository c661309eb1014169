import { conflict, inProgress } from '../billing.problems.ts';
import type { LeasedCustomer } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import type { ProviderInvoice } from '../provider/provider.types.ts';
import { finalizeDrafts } from './subscription.drafts.ts';
import { syncCustomer } from './subscription.sync.ts';

/**
 * Ends a subscription now, with every bill of it that is open: they would stay payable.
 * @throws HttpProblem 409 when one was paid in the meantime, or is being paid
 */
export async function endNow(customer: LeasedCustomer, subscriptionId: string): Promise<void> {
  await voidInvoices(customer, (bill) => bill.subscriptionId === subscriptionId);
  await customer.billing.provider.subscriptions.end(subscriptionId);
}

/** @throws HttpProblem 409 when one was paid in the meantime, or is being paid */
export async function voidInvoices(
  customer: LeasedCustomer,
  isWanted: (bill: ProviderInvoice) => boolean,
): Promise<void> {
  await finalizeDrafts(customer, isWanted);
  const open = await customer.billing.provider.listInvoices(customer.customerId, 'open');
  for (const { id } of open.filter(isWanted)) await voidUnpaid(customer, id);
}

/** @throws HttpProblem 409 when the invoice was paid, or cannot be voided now */
export async function voidUnpaid(customer: LeasedCustomer, invoiceId: string): Promise<void> {
  const { provider } = customer.billing;
  const { status } = await provider.readInvoice(invoiceId);
  if (status === 'void') return;
  if (status !== 'paid') {
    if ((await provider.readPaymentStatus(invoiceId)) === 'processing') throw inProgress();
    try {
      await provider.voidInvoice(invoiceId);
      return;
    } catch (error) {
      if (!(error instanceof ProviderRequestError)) throw error;
    }
    const refused = await provider.readInvoice(invoiceId);
    if (refused.status === 'void') return;
    if (refused.status !== 'paid') {
      throw conflict(
        'earlier_payment_unsettled',
        'We couldn’t cancel an earlier payment. Please try again in a few minutes.',
      );
    }
  }
  await syncCustomer(customer);
  throw conflict('already_subscribed', 'An earlier payment went through, so you’re already subscribed.');
}
