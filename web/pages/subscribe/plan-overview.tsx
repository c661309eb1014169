import { getRouteApi, Link } from '@tanstack/react-router';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { User } from '#contract/account.ts';
import type { BillingSettings, SubscriptionStatus } from '#contract/billing.ts';
import type { Plan } from '#contract/plans.ts';
import { TIER_NAMES, tierRank } from '#contract/tiers.ts';
import { changeObstacle } from '#web/features/billing/billing-words.ts';
import { PlanNotice } from '#web/features/billing/plan-notice.tsx';
import { TrialOffer } from '#web/features/billing/trial-offer.tsx';
import { PlanComparison } from '#web/features/plans/plan-comparison.tsx';
import { PlanOffer } from '#web/features/plans/plan-offer.tsx';
import { PlanQuestions } from '#web/features/plans/plan-questions.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './plan-overview.module.css';

const route = getRouteApi('/subscribe');

interface PlanOverviewProps {
  user: User;
  status: SubscriptionStatus;
  settings: BillingSettings;
  /** 'Subscription failed: …' */
  failure: string | null;
  /** One comes back from another view of this address: what had the focus is gone with that. */
  isReturn: boolean;
}

/** 'Choose Your Plan': the offer, what each plan holds, and what people ask before they pay. */
export function PlanOverview({ user, status, settings, failure, isReturn }: PlanOverviewProps) {
  const { trial } = route.useSearch();
  const navigate = route.useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (isReturn) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);
  return (
    <>
      <BackLink>
        {(className) => (
          <Link to="/" className={className}>
            Back to Home
          </Link>
        )}
      </BackLink>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Choose Your Plan
        </h1>
        <p className={styles.lead}>Each plan opens its own shelf and every shelf below it.</p>
      </div>
      <div role="alert" className={styles.alert}>
        {failure ? <Notice variant="danger">{failure}</Notice> : null}
        {settings.isConfigured ? null : <Notice variant="danger">Payment system not configured</Notice>}
      </div>
      <PlanNotice status={status} className={styles.notice} />
      <TrialOffer
        status={status}
        isWanted={trial !== undefined}
        onStarted={() => void navigate({ search: {}, replace: true, resetScroll: false })}
      />
      <div className={styles.offer}>
        <PlanOffer
          level={2}
          current={status.plan}
          renderAction={(plan) => (
            <PlanAction plan={plan} status={status} isConfigured={settings.isConfigured} />
          )}
        />
      </div>
      <div className={styles.account}>
        <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
        <p className={styles.who}>
          Signed in as <strong>{user.email}</strong>
        </p>
        <Link to="/test-auth" className={styles.test}>
          Test authentication
        </Link>
      </div>
      <section className={styles.section} aria-labelledby="compare-title">
        <h2 id="compare-title" className={styles.title}>
          What each plan holds
        </h2>
        <PlanComparison label="What each plan holds" current={status.plan} />
      </section>
      <section className={styles.section} aria-labelledby="questions-title">
        <h2 id="questions-title" className={styles.title}>
          Questions before you choose
        </h2>
        <PlanQuestions />
      </section>
    </>
  );
}

interface PlanActionProps {
  plan: Plan;
  status: SubscriptionStatus;
  isConfigured: boolean;
}

/** The member's own plan cannot be bought again; others can be changed to. */
function PlanAction({ plan, status, isConfigured }: PlanActionProps) {
  const isMonthly = plan.interval === 'month';
  const isChange = isMonthly && status.plan !== null;
  const isOwn = plan.tier === status.plan;
  const isNext = plan.tier === status.nextPlan;
  const choice = isChange
    ? changeWords(plan, status)
    : isMonthly
      ? `Choose ${plan.name}`
      : 'Order a custom prompt';
  // The notice above the plans says which.
  const isBarred = isChange && changeObstacle(status) !== null;
  if (isOwn || isNext || isBarred || !isConfigured) {
    return (
      <Button variant="line" isBlock={isMonthly} disabled>
        {isOwn ? 'Current plan' : isNext ? 'Begins next month' : choice}
      </Button>
    );
  }
  return (
    <Link
      to="/subscribe"
      search={{ tier: plan.tier }}
      // A change is asked about over the plans as they stand.
      resetScroll={!isChange}
      className={buttonClass({
        variant: plan.isMostPopularOnOffer && !isChange ? 'primary' : 'line',
        isBlock: isMonthly,
      })}
    >
      {choice}
    </Link>
  );
}

function changeWords({ tier }: Plan, { plan }: SubscriptionStatus): string {
  const isUp = plan !== null && tierRank(tier) > tierRank(plan);
  return `${isUp ? 'Upgrade' : 'Switch'} to ${TIER_NAMES[tier]}`;
}
