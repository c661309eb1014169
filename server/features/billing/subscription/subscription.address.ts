import type { BillingAddress } from '#contract/billing.ts';
import { addressNeeded, billingProblem } from '../billing.problems.ts';
import { type BillingServices, withMemberLease } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import { requireCustomer } from './subscription.customers.ts';

/** The provider's error code for an address whose tax it cannot compute. */
const INVALID_TAX_LOCATION = 'customer_tax_location_invalid';

/** Whether an error is about the customer's address. */
export const isAddressError = (error: unknown): boolean =>
  error instanceof ProviderRequestError && error.code === INVALID_TAX_LOCATION;

/** @throws HttpProblem 400 where tax is computed and the address is unknown */
export function requireBillingAddress({ settings }: BillingServices, place: BillingAddress): void {
  if (settings.tax !== undefined && place.country === null) throw addressNeeded();
}

/** Whether a bill's tax matches the current settings and address. */
export function hasCurrentTax(
  { settings }: BillingServices,
  bill: { tax: object | null; place: BillingAddress },
  place: BillingAddress,
): boolean {
  if (settings.tax === undefined) return bill.tax === null;
  return (
    bill.tax !== null && bill.place.country === place.country && bill.place.postalCode === place.postalCode
  );
}

/**
 * Where the member's bills are taxed from now on. Kept at the provider alone.
 * @throws HttpProblem 400 for an address the provider does not know
 */
export async function updateBillingAddress(
  billing: BillingServices,
  memberId: string,
  { country, postalCode }: { country: string; postalCode: string },
): Promise<BillingAddress> {
  if (billing.settings.tax === undefined) {
    throw billingProblem(400, 'No address is needed here: no tax is computed.', 'no_address_needed');
  }
  const place = { country, postalCode: postalCode === '' ? null : postalCode };
  return await withMemberLease(billing, memberId, async (lease) => {
    const { customerId } = await requireCustomer(billing, lease, memberId);
    try {
      await billing.provider.setCustomerAddress(customerId, place);
    } catch (error) {
      if (!isAddressError(error)) throw error;
      throw billingProblem(
        400,
        'This place isn’t known. Check the country and the postal code.',
        'address_unknown',
      );
    }
    return place;
  });
}
