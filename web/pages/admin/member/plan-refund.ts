import type { MemberDetail, MemberPlanPayment } from '#contract/admin-members.ts';
import { LIMITS } from '#contract/limits.ts';
import { planRefundRefusal } from '#contract/refunds.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';

export interface PlanRefund {
  text: string;
  /** In a title: it would be refused, or there is nothing left to do. */
  refusal?: string;
  /** The money was returned before: only the plan ends. */
  isEndOnly?: true;
}

const NOTHING = 'Nothing to refund';

type Subscription = Pick<NonNullable<MemberDetail['subscription']>, 'status' | 'isDisputed'>;

export const hasEnded = ({ status }: Pick<Subscription, 'status'>) => status === 'canceled';

/** What the server will do with a plan and its last payment. @param payment undefined while the provider is away */
export function planRefund(
  subscription: Subscription,
  payment: MemberPlanPayment | null | undefined,
  now: number,
): PlanRefund {
  const isOver = hasEnded(subscription);
  const ending = isOver ? '' : ' The plan ends immediately, and any open invoice is canceled.';
  const isBegun = !subscription.status.startsWith('incomplete');
  const staying = isOver || !isBegun ? '' : ' The plan stays.';
  const nothing: PlanRefund = {
    text: isBegun
      ? `Nothing was charged for the plan’s last invoice.${staying}`
      : 'Nothing was charged: the first payment of the plan isn’t finished, so there is no plan to end.',
    refusal: NOTHING,
  };
  if (payment === null) return nothing;
  if (payment === undefined) {
    return {
      text: `Refunds the last payment in full if it was made within the last ${LIMITS.refundDays} days.${ending}`,
    };
  }
  const paidAt = payment.paidAt === null ? null : new Date(payment.paidAt);
  const amount = formatAmount(payment.amountPaidCents, payment.currency);
  const last = payment.paidAt === null ? amount : `${amount}, paid on ${payment.paidAt.slice(0, 10)}`;
  switch (planRefundRefusal({ ...payment, paidAt, isDisputed: subscription.isDisputed }, now)) {
    case 'disputed':
      return {
        text: `The last payment (${last}) is disputed and can’t be refunded here: the bank decides who gets the money.`,
        refusal: 'The bank decides',
      };
    case 'nothing_paid':
      return nothing;
    case 'too_late':
      return {
        text: `The last payment (${last}) is more than ${LIMITS.refundDays} days old and can’t be refunded here.${staying} Refund it at the provider if you decide to.`,
        refusal: 'Too late to refund here',
      };
  }
  if (!payment.isRefunded) return { text: `Returns ${last}.${ending}` };
  const returned = `The last payment (${last}) was returned already`;
  return isOver
    ? { text: `${returned}, and the plan has ended.`, refusal: NOTHING }
    : { text: `${returned}.${ending}`, isEndOnly: true };
}
