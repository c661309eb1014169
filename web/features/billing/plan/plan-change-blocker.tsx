import type { SubscriptionStatus } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { BillingDate } from '../billing-date.tsx';
import { isOnHold, planChangeBlocker } from '../billing-messages.ts';

interface PlanChangeBlockerProps {
  status: SubscriptionStatus;
  /** The one a plan is wanted for, to return to. */
  promptId?: string | undefined;
  className?: string | undefined;
}

/** What prevents changing to another plan, shown next to the plans; renders nothing when nothing does. */
export function PlanChangeBlocker({ status, promptId, className }: PlanChangeBlockerProps) {
  const { plan, endsAt, nextPlan, currentPeriodEnd } = status;
  if (plan === null) return null;
  const manage = <a href={paths.subscription(promptId)}>Manage your subscription</a>;
  const obstacle = planChangeBlocker(status);
  if (obstacle === 'disputed') {
    return (
      <Callout className={className}>
        A payment is disputed at your bank. You can’t change your plan until that’s settled. {manage}
      </Callout>
    );
  }
  if (obstacle === 'paused' && endsAt === null) {
    return (
      <Callout className={className}>
        {status.status === 'paused' ? 'Your plan is paused' : 'Your plan pauses for a month'}. You can change
        it once it starts again. {manage}
      </Callout>
    );
  }
  if (obstacle === 'due') {
    return (
      <Callout className={className}>
        {isOnHold(status)
          ? 'Your plan is on hold and can’t be changed right now.'
          : 'You have an unpaid invoice. Pay it before you change your plan.'}{' '}
        {manage}
      </Callout>
    );
  }
  if (endsAt !== null) {
    return (
      <Callout className={className}>
        Your subscription ends on <BillingDate at={endsAt} />.{' '}
        <a href={paths.subscription(promptId)}>Resume it</a> before you change your plan.
      </Callout>
    );
  }
  if (nextPlan !== null && currentPeriodEnd !== null) {
    return (
      <Callout className={className}>
        Your plan changes from {TIER_NAMES[plan]} to {TIER_NAMES[nextPlan]} on{' '}
        <BillingDate at={currentPeriodEnd} />. {manage}
      </Callout>
    );
  }
  return null;
}
