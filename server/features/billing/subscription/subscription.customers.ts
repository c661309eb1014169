import { createHash } from 'node:crypto';
import { unauthorized } from '#server/core/http/errors/problems.ts';
import type { Lease } from '#server/core/jobs/leases.ts';
import type { BillingServices } from '../billing.services.ts';
import { withIdempotencyKey } from '../provider/provider.idempotency.ts';
import { ensureCustomer, setCustomer, unlinkCustomer } from './subscription.customers.queries.ts';

/**
 * The member's customer at the provider, created when there is none or the earlier one is gone. Never looked up by
 * e-mail, which is neither unique nor permanent.
 */
export async function requireCustomer(
  { provider, db }: BillingServices,
  lease: Lease,
  memberId: string,
): Promise<string> {
  const row = await lease.write((transaction) => ensureCustomer(transaction, memberId));
  if (row === undefined) throw unauthorized();
  const { customerId, email, memberEmail } = row;
  const store = (id: string) =>
    lease.write((transaction) => setCustomer(transaction, memberId, { customerId: id, email: memberEmail }));
  if (customerId !== null && (await provider.hasCustomer(customerId))) {
    if (email !== memberEmail) {
      await provider.setCustomerEmail(customerId, memberEmail);
      await store(customerId);
    }
    return customerId;
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
  await store(created);
  return created;
}
