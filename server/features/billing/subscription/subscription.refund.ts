import type { MemberPlanPayment } from '#contract/admin-members.ts';
import { LIMITS } from '#contract/limits.ts';
import { planRefundRefusal } from '#contract/refunds.ts';
import type { Db } from '#server/core/database/pool.ts';
import { billingProblem, disputed, noSubscription } from '../billing.problems.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from '../billing.services.ts';
import { withNewDeadline } from '../provider/provider.deadline.ts';
import { ProviderRequestError, undefinedIfMissing } from '../provider/provider.errors.ts';
import type { ProviderInvoice } from '../provider/provider.types.ts';
import { RECORDING_TIME } from './subscription.current.ts';
import { findCustomerId } from './subscription.customers.queries.ts';
import { endNow } from './subscription.ending.ts';
import { findState } from './subscription.queries.ts';
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
      syncCustomer(
        customer,
        (transaction) => write(transaction, done, { status: chosen.status }),
        isReturned
          ? { cents: paid.amountPaidCents, currency: paid.currency, isEarlier: paid.isRefunded }
          : null,
      ),
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

function requireRefundable(paid: ProviderInvoice, isDisputed: boolean): void {
  switch (planRefundRefusal({ ...paid, paidAt: paidAtOf(paid), isDisputed }, Date.now())) {
    case 'disputed':
      throw disputed();
    case 'nothing_paid':
      throw billingProblem(409, 'Nothing was paid for this month.', 'nothing_paid');
    case 'too_late':
      throw tooLate();
  }
}

const paidAtOf = ({ paidAt }: ProviderInvoice) => (paidAt === null ? null : new Date(paidAt * 1000));

/** What a refund would give back, for staff to see before: of the plan as stored. Null where nothing was paid for it. */
export async function readPlanPayment(
  { db, provider }: BillingServices,
  memberId: string,
): Promise<MemberPlanPayment | null> {
  const [customerId, state] = await Promise.all([findCustomerId(db, memberId), findState(db, memberId)]);
  if (customerId === undefined || state === undefined) return null;
  const paid = await provider.findLastPaidInvoice(customerId, state.subscriptionId).catch(undefinedIfMissing);
  if (paid === undefined) return null;
  const { amountPaidCents, currency, isRefunded } = paid;
  return { amountPaidCents, currency, paidAt: paidAtOf(paid)?.toISOString() ?? null, isRefunded };
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
