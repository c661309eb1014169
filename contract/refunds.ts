import { LIMITS } from './limits.ts';

const DAY = 86_400_000;

/** Whether a payment of that time is not given back any more. @param now milliseconds */
export function isTooLateToRefund(paidAt: Date | null, now: number): boolean {
  return paidAt === null || now - paidAt.getTime() > LIMITS.refundDays * DAY;
}

interface LastPayment {
  amountPaidCents: number;
  paidAt: Date | null;
  isRefunded: boolean;
  /** Its bank claims it back, or has taken it back. */
  isDisputed: boolean;
}

/** Why the last payment of a plan is not given back; null where it is, or was before: then only the plan is left to end. */
export function planRefundRefusal(
  { amountPaidCents, paidAt, isRefunded, isDisputed }: LastPayment,
  now: number,
): 'disputed' | 'nothing_paid' | 'too_late' | null {
  if (isDisputed) return 'disputed';
  if (amountPaidCents === 0) return 'nothing_paid';
  return !isRefunded && isTooLateToRefund(paidAt, now) ? 'too_late' : null;
}
