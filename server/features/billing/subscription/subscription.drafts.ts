import type { LeasedCustomer } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import type { ProviderInvoice } from '../provider/provider.types.ts';

/**
 * For an hour the bill of a renewal is a draft, and the end of its subscription stops finalized ones only: it would still
 * be charged. It has to be finalized before it can be voided.
 */
export async function finalizeDrafts(
  { billing: { provider }, customerId }: LeasedCustomer,
  isWanted: (bill: ProviderInvoice) => boolean,
): Promise<void> {
  for (const bill of await provider.listInvoices(customerId, 'draft')) {
    // An order's is collected by nobody. One that is finalized in the meantime is found open, or paid.
    if (bill.subscriptionId !== null && isWanted(bill))
      await provider.finalizeInvoice(bill.id).catch(ignoreRefusal);
  }
}

export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ProviderRequestError)) throw error;
}
