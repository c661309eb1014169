import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { BillingSettings, SubscriptionStatus } from '#contract/billing.ts';
import { formatPrice, type Plan } from '#contract/plans.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import {
  givenTier,
  isIncluded,
  isPlanTier,
  isSuggested,
  isTrial,
  ownTier,
  planChangeBlocker,
} from '#web/features/billing/billing-messages.ts';
import { DiscountLine, NextPlanLine } from '#web/features/billing/plan/discount-line.tsx';
import { PlanChangeBlocker } from '#web/features/billing/plan/plan-change-blocker.tsx';
import { planMarks } from '#web/features/billing/plan/plan-marks.ts';
import { lowerPlanId, plannedDowngrade } from '#web/features/billing/plan/planned-downgrade.ts';
import { RunningTrialPanel } from '#web/features/billing/plan/running-trial-panel.tsx';
import { TrialOffer } from '#web/features/billing/plan/trial-offer.tsx';
import { tiersQuery } from '#web/features/catalog/catalog.queries.ts';
import { FreeRow } from '#web/features/plans/free-row.tsx';
import type { PlanMark } from '#web/features/plans/plan-card.tsx';
import { PlanDetails } from '#web/features/plans/plan-details.tsx';
import { PlanOffer } from '#web/features/plans/plan-offer.tsx';
import { HomeLink } from '#web/layout/home-link.tsx';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './plan-overview.module.css';
import { PlansHeading } from './plans-heading.tsx';
import {
  promptIdForPlanUrl,
  promptIdOpenedByTier,
  tierThatOpens,
  useWantedFeature,
  useWantedPrompt,
} from './use-wanted-prompt.ts';

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
  const { trial, tier } = route.useSearch();
  const navigate = route.useNavigate();
  const wanted = useWantedPrompt();
  const feature = useWantedFeature();
  const { data: tiers } = useQuery(tiersQuery());
  const promptCountOf = (tier: Tier) => tiers?.find((count) => count.tier === tier)?.promptCount;
  const [hasStartedTrial, setStartedTrial] = useState(false);
  const given = givenTier(status);
  const heading = useRef<HTMLHeadingElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (isReturn) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);
  return (
    <>
      <HomeLink />
      <PlansHeading ref={heading} />
      <div role="alert" className={styles.alert}>
        {failure ? <Callout variant="danger">{failure}</Callout> : null}
        {settings.isConfigured ? null : <Callout variant="danger">Payment system not configured</Callout>}
      </div>
      <PlanChangeBlocker status={status} promptId={wanted?.id} className={styles.notice} />
      {isTrial(status) && status.trial.endsAt !== null ? (
        <RunningTrialPanel
          endsAt={status.trial.endsAt}
          promptCount={promptCountOf('pro')}
          wanted={wanted?.isLocked ? undefined : wanted}
          chosen={isPlanTier(tier) && isIncluded(tier, status) ? tier : undefined}
          takesFocus={hasStartedTrial}
          className={styles.notice}
        />
      ) : null}
      {given ? (
        <Callout className={styles.notice}>
          You have {TIER_NAMES[given]} at no charge.
          {given === 'advanced' ? ' If you choose Pro, a paid month starts today.' : null}
          {given === 'engineer' ? ' Every prompt is open to you.' : null}
        </Callout>
      ) : null}
      <TrialOffer
        status={status}
        isWanted={trial !== undefined}
        className={styles.trial}
        onStarted={() => {
          setStartedTrial(true);
          const id = promptIdOpenedByTier('pro', wanted);
          if (id === undefined) void navigate({ search: {}, replace: true, resetScroll: false });
          else void navigate({ to: '/prompt/$id', params: { id } });
        }}
      />
      {/* Whoever has more than that has it anyway. */}
      {tiers && ownTier(status) === undefined ? (
        <FreeRow
          level={2}
          promptCount={promptCountOf('basic') ?? 0}
          action={<p className={styles.own}>You have this now</p>}
        />
      ) : null}
      <div className={styles.offer}>
        <PlanOffer
          level={2}
          marks={cardMarks(status)}
          opening={tierThatOpens(wanted)}
          featured={feature}
          priceNote={
            status.regularCents === null ? null : (
              <p className={styles.priceNote}>Before your discount, which carries over</p>
            )
          }
          {...(tiers ? { counts: tiers } : {})}
          renderAction={(plan) => (
            <PlanAction
              plan={plan}
              status={status}
              wanted={wanted}
              featured={feature?.plan}
              isConfigured={settings.isConfigured}
            />
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
      <PlanDetails marks={planMarks(status)} hasDiscount={status.regularCents !== null} />
    </>
  );
}

/** What they have, and what they have planned. */
function cardMarks(status: SubscriptionStatus): readonly PlanMark[] {
  const planned = plannedDowngrade(status);
  const given = givenTier(status);
  const ownNote = given ? (
    <p className={styles.priceNote}>Yours at no charge</p>
  ) : planned ? (
    // What follows stands on the next plan's card.
    status.regularCents === null ? null : (
      <p className={styles.priceNote}>With your discount.</p>
    )
  ) : (
    <DiscountLine status={status} className={styles.priceNote} />
  );
  return planMarks(status).map((mark) => ({
    ...mark,
    // Every figure on their own card is what they pay.
    price: given ? formatPrice(0) : mark.price,
    priceNote:
      mark.tier === planned?.to ? (
        <NextPlanLine status={status} from={planned.at} className={styles.priceNote} />
      ) : (
        ownNote
      ),
  }));
}

interface PlanActionProps {
  plan: Plan;
  status: SubscriptionStatus;
  /** The prompt a plan is chosen for. */
  wanted: PromptCard | undefined;
  /** The plan with the feature they came for. */
  featured: Tier | undefined;
  isConfigured: boolean;
}

/** What the member has cannot be bought again, nor a plan below it; a higher one can be changed to. */
function PlanAction({ plan, status, wanted, featured, isConfigured }: PlanActionProps) {
  const { feature } = route.useSearch();
  const isMonthly = plan.interval === 'month';
  const isChange = isMonthly && status.plan !== null;
  const choice = isMonthly ? `${isChange ? 'Upgrade to' : 'Choose'} ${plan.name}` : 'Order a custom prompt';
  const reason = isMonthly ? blockReason(plan, status) : null;
  // The notice above the plans names it.
  const isBlocked = isChange && planChangeBlocker(status) !== null;
  if (isConfigured && !isBlocked && reason === INCLUDED && isBelowOwnPlan(plan, status)) {
    return (
      <div className={styles.included}>
        <p>{INCLUDED}</p>
        <a
          href={`${paths.subscription()}#${lowerPlanId(plan.tier)}`}
          className={buttonClass({ variant: 'line', isBlock: true })}
        >
          Change to {plan.name}
        </a>
      </div>
    );
  }
  if (reason !== null || isBlocked || !isConfigured) {
    return (
      <Button variant="line" isBlock={isMonthly} disabled>
        {reason ?? choice}
      </Button>
    );
  }
  const prompt = promptIdForPlanUrl(plan, wanted);
  return (
    <Link
      to="/subscribe"
      search={{ tier: plan.tier, ...(prompt ? { prompt } : {}), ...(feature ? { feature } : {}) }}
      // A change is asked about over the plans as they stand.
      resetScroll={!isChange}
      className={buttonClass({
        variant: isSuggested(plan, status, featured ?? tierThatOpens(wanted)) ? 'primary' : 'line',
        isBlock: isMonthly,
      })}
    >
      {choice}
    </Link>
  );
}

const INCLUDED = 'Included';

/** It can be moved to, on the subscription page. */
const isBelowOwnPlan = ({ tier }: Plan, { plan }: SubscriptionStatus) =>
  plan !== null && tierRank(tier) < tierRank(plan);

/** Why it cannot be chosen, in the button's words. */
function blockReason({ tier }: Plan, status: SubscriptionStatus): string | null {
  if (tier === status.plan) return 'Current plan';
  if (tier === plannedDowngrade(status)?.to) return 'Starts next month';
  if (!isIncluded(tier, status)) return null;
  return isTrial(status) ? 'Included in your trial' : INCLUDED;
}
