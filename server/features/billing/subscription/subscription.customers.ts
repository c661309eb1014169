import { createHash } from 'node:crypto';
import type { BillingAddress } from '#contract/billing.ts';
import { unauthorized } from '#server/core/http/errors/problems.ts';
import type { Lease } from '#server/core/jobs/leases.ts';
import type { BillingServices, LeasedCustomer } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import { withIdempotencyKey } from '../provider/provider.idempotency.ts';
import {
  ensureCustomer,
  findChangedEmail,
  setCustomer,
  unlinkCustomer,
} from './subscription.customers.queries.ts';

/** A member's customer, and the card the provider's own pages show for it. */
export interface RequiredCustomer {
  customerId: string;
  cardId: string | null;
  /** What tax is computed for. */
  place: BillingAddress;
  /** Just created: it has bought nothing yet. */
  isNew: boolean;
}

/**
 * The member's customer at the provider, created when there is none or the earlier one is gone. Never looked up by
 * e-mail, which is neither unique nor permanent.
 */
export async function requireCustomer(
  billing: BillingServices,
  lease: Lease,
  memberId: string,
): Promise<RequiredCustomer> {
  const { provider, db } = billing;
  const row = await lease.write((transaction) => ensureCustomer(transaction, memberId));
  if (row === undefined) throw unauthorized();
  const { customerId, memberEmail } = row;
  const known = customerId === null ? undefined : await provider.findCustomer(customerId);
  if (customerId !== null && known !== undefined) {
    await syncCustomerEmail({ billing, lease, memberId, customerId });
    return { customerId, ...known, isNew: false };
  }
  if (customerId !== null) {
    await lease.write((transaction) => unlinkCustomer(transaction, memberId, customerId));
  }
  const generation = customerId === null ? row.generation : row.generation + 1;
  // The e-mail is a parameter of the request, and a key may not be used with other parameters.
  const parameters = createHash('sha256').update(memberEmail).digest('base64url').slice(0, 16);
  const name = `customer-${memberId}-${generation}-${parameters}`;
  const created = await withIdempotencyKey({ db, lease }, name, (key) =>
    provider.createCustomer(memberId, memberEmail, key),
  );
  await lease.write((transaction) =>
    setCustomer(transaction, memberId, { customerId: created, email: memberEmail }),
  );
  return { customerId: created, cardId: null, place: { country: null, postalCode: null }, isNew: true };
}

/** Receipts go to the address the member has now. */
export async function syncCustomerEmail({
  billing,
  lease,
  memberId,
  customerId,
}: LeasedCustomer): Promise<void> {
  const email = await findChangedEmail(billing.db, memberId, customerId);
  if (email === undefined) return;
  try {
    await billing.provider.setCustomerEmail(customerId, email);
  } catch (error) {
    if (!(error instanceof ProviderRequestError)) throw error;
    billing.log.warn({ memberId, code: error.code }, 'the provider did not take an e-mail address');
    return;
  }
  await lease.write((transaction) => setCustomer(transaction, memberId, { customerId, email }));
}
