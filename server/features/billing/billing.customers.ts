import { createHash } from 'node:crypto';
import type { Db } from '#server/core/database/pool.ts';
import { unauthorized } from '#server/core/http/problems.ts';
import { withKey } from './billing.keys.ts';
import type { Payments } from './billing.payments.ts';
import { forgetCustomer, keepCustomer, setCustomer } from './billing.queries.ts';

/**
 * The member's customer at the provider, made when there is none or the one there was is gone. Under the member's
 * lock; never looked up by e-mail, which is neither unique nor for ever.
 */
export async function requireCustomer(payments: Payments, db: Db, memberId: string): Promise<string> {
  const { provider } = payments;
  const row = await keepCustomer(db, memberId);
  if (row === undefined) throw unauthorized();
  const { customerId, email, memberEmail } = row;
  if (customerId !== null && (await provider.hasCustomer(customerId))) {
    if (email !== memberEmail) {
      await provider.setCustomerEmail(customerId, memberEmail);
      await setCustomer(db, memberId, { customerId, email: memberEmail });
    }
    return customerId;
  }
  if (customerId !== null) await forgetCustomer(db, memberId, customerId);
  const generation = customerId === null ? row.generation : row.generation + 1;
  // The e-mail is part of what is asked for, and a key may not be used for something else.
  const question = createHash('sha256').update(memberEmail).digest('base64url').slice(0, 16);
  const made = await withKey(db, `customer-${memberId}-${generation}-${question}`, (key) =>
    provider.createCustomer(memberId, memberEmail, key),
  );
  await setCustomer(db, memberId, { customerId: made, email: memberEmail });
  return made;
}
