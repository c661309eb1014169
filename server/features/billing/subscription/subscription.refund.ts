import { LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';
import { billingProblem, disputed, noSubscription } from '../billing.problems.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from '../billing.services.ts';
import { withNewDeadline } from '../provider/provider.deadline.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import type { ProviderInvoice } from '../provider/provider.types.ts';
import { RECORDING_TIME } from './subscription.current.ts';
import { findCustomerId } from './subscription.customers.queries.ts';
import { endNow } from './subscription.ending.ts';
import { isLive } from './subscription.state.ts';
import { syncCustomer } from './subscription.sync.ts';

/** What was given back; 0 when the provider refused. */
export interface PlanRefund {
  invoiceId: string;
  refundedCents: number;
}

/**
 * Gives the last payment of a plan back and ends the plan at once (DECISIONS 64): first the end, so that nothing more is
 * charged whatever happens between. May be repeated, also when it broke off in the middle.
 * @param write stores who did it, in the transaction that closes the plan here
 * @throws HttpProblem 400 when nothing was paid, 409 when it is too long ago, disputed, or refused by the provider, 503
 *   while that is unavailable
 */
export async function refundPlan(
  billing: BillingServices,
  memberId: string,
  write: (transaction: Db, done: PlanRefund, before: { status: string }) => Promise<void>,
): Promise<void> {
  const { provider } = billing;
  await withMemberLease(billing, memberId, async (lease) => {
    const customerId = await findCustomerId(billing.db, memberId);
    if (customerId === undefined) throw noSubscription();
    const customer: LeasedCustomer = { billing, lease, memberId, customerId };
    const { chosen, state } = await syncCustomer(customer);
    const paid = chosen && (await provider.findLastPaidInvoice(customerId, chosen.id));
    if (chosen === undefined || paid === undefined) throw noSubscription();
    requireRefundable(paid, state?.isSuspended === true);
    if (isLive(chosen)) await endNow(customer, chosen.id);
    const isReturned = paid.isRefunded || (await refundPayment(customer, paid));
    const done = { invoiceId: paid.id, refundedCents: isReturned ? paid.amountPaidCents : 0 };
    await withNewDeadline(RECORDING_TIME, () =>
      syncCustomer(customer, (transaction) => write(transaction, done, { status: chosen.status })),
    );
    if (!isReturned) throw refused();
  });
}

/** @returns false when the provider refuses: somebody may have refunded the charge on its pages */
async function refundPayment({ billing, memberId }: LeasedCustomer, paid: ProviderInvoice): Promise<boolean> {
  try {
    await billing.provider.refundInvoice(paid, `refund-${paid.id}`);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderRequestError)) throw error;
    billing.log.error({ memberId, invoice: paid.id, code: error.code }, 'a refund was refused');
    return false;
  }
}

function requireRefundable(
  { amountPaidCents, paidAt, isRefunded }: ProviderInvoice,
  isDisputed: boolean,
): void {
  if (isDisputed) throw disputed();
  if (amountPaidCents === 0) throw billingProblem(409, 'Nothing was paid for this month.', 'nothing_paid');
  if (!isRefunded && isTooLate(paidAt === null ? null : new Date(paidAt * 1000))) throw tooLate();
}

/** Whether a payment of that time is not given back any more. */
export function isTooLate(paidAt: Date | null): boolean {
  return paidAt === null || Date.now() - paidAt.getTime() > LIMITS.refundDays * 86_400_000;
}

export const tooLate = () =>
  billingProblem(
    409,
    `Paid more than ${LIMITS.refundDays} days ago. Refund it at the provider if you decide to.`,
    'too_late',
  );

const refused = () =>
  billingProblem(
    409,
    'The plan has ended, but the provider refuses the refund: it may have been given there already.',
    'refund_refused',
  );
