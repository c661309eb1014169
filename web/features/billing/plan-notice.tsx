import type { SubscriptionStatus } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { BillingDate } from './billing-date.tsx';
import { changeObstacle } from './billing-words.ts';

interface PlanNoticeProps {
  status: SubscriptionStatus;
  className?: string | undefined;
}

/** Beside the plans, what stands in the way of changing to another; nothing when nothing does. */
export function PlanNotice({ status, className }: PlanNoticeProps) {
  const { plan, endsAt, nextPlan, currentPeriodEnd } = status;
  if (plan === null) return null;
  const manage = <a href={paths.subscription()}>Manage your subscription</a>;
  const obstacle = changeObstacle(status);
  if (obstacle === 'disputed') {
    return (
      <Notice className={className}>
        A payment is disputed at your bank. Your plan cannot change until that is settled. {manage}
      </Notice>
    );
  }
  if (obstacle === 'due') {
    return (
      <Notice className={className}>
        A payment is open. Settle it before you change your plan. {manage}
      </Notice>
    );
  }
  if (endsAt !== null) {
    return (
      <Notice className={className}>
        Your subscription ends on <BillingDate at={endsAt} />. Resume it before you change your plan. {manage}
      </Notice>
    );
  }
  if (nextPlan !== null && currentPeriodEnd !== null) {
    return (
      <Notice className={className}>
        Your plan changes from {TIER_NAMES[plan]} to {TIER_NAMES[nextPlan]} on{' '}
        <BillingDate at={currentPeriodEnd} />. {manage}
      </Notice>
    );
  }
  return null;
}
