import type { Place } from '#contract/billing.ts';
import { addressNeeded, billingProblem } from '../billing.problems.ts';
import { type BillingServices, withMemberLease } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import { requireCustomer } from './subscription.customers.ts';

/** The provider's word for a place it cannot tell the tax of. */
const UNKNOWN_PLACE = 'customer_tax_location_invalid';

/** Whether a refusal is about the customer's address. */
export const isAboutPlace = (error: unknown): boolean =>
  error instanceof ProviderRequestError && error.code === UNKNOWN_PLACE;

/** @throws HttpProblem 400 where tax is computed and nobody knows for which place */
export function requirePlace({ settings }: BillingServices, place: Place): void {
  if (settings.tax !== undefined && place.country === null) throw addressNeeded();
}

/** Whether a bill's tax is what it would be now. */
export function hasTaxOfNow(
  { settings }: BillingServices,
  bill: { tax: object | null; place: Place },
  place: Place,
): boolean {
  if (settings.tax === undefined) return bill.tax === null;
  return (
    bill.tax !== null && bill.place.country === place.country && bill.place.postalCode === place.postalCode
  );
}

/**
 * Where the member's bills are taxed from now on. Kept at the provider alone.
 * @throws HttpProblem 400 for a place the provider does not know
 */
export async function setPlace(
  billing: BillingServices,
  memberId: string,
  { country, postalCode }: { country: string; postalCode: string },
): Promise<Place> {
  if (billing.settings.tax === undefined) {
    throw billingProblem(400, 'No address is needed here: no tax is computed.', 'no_address_needed');
  }
  const place = { country, postalCode: postalCode === '' ? null : postalCode };
  return await withMemberLease(billing, memberId, async (lease) => {
    const { customerId } = await requireCustomer(billing, lease, memberId);
    try {
      await billing.provider.setCustomerPlace(customerId, place);
    } catch (error) {
      if (!isAboutPlace(error)) throw error;
      throw billingProblem(
        400,
        'This place isn’t known. Check the country and the postal code.',
        'address_unknown',
      );
    }
    return place;
  });
}
