import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import {
  type BillingSettings,
  getRetentionOffers,
  type RetentionOffers,
  type SubscriptionStatus,
} from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { call } from '#web/api/call.ts';
import { taxWords } from '#web/api/tax.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import {
  billingLine,
  givenTier,
  isPaidToItsEnd,
  isTrial,
  monthlyAmount,
  nextBillAmount,
  planChangeBlocker,
} from '#web/features/billing/billing-messages.ts';
import { CancelDialog } from '#web/features/billing/plan/cancel-dialog.tsx';
import { DiscountLine } from '#web/features/billing/plan/discount-line.tsx';
import { StatusBadge } from '#web/features/billing/plan/status-badge.tsx';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { TierLadder } from '#web/ui/graphics/tier-ladder.tsx';
import styles from './current-plan.module.css';
import { PlanState } from './plan-state.tsx';

/** Canceling waits at most this long for what is offered instead. */
const OFFERS_MILLISECONDS = 3000;

interface CurrentPlanProps {
  status: SubscriptionStatus;
  settings: BillingSettings;
  /** The panel: it has the focus once what was pressed is gone. */
  ref: RefObject<HTMLElement | null>;
}

/** The plan, how it stands, and what can be done with it. */
export function CurrentPlan({ status, settings, ref: panel }: CurrentPlanProps) {
  // Set at once, unlike the mutation's own state: the focus moves behind the dialog's end.
  const [dialog, setDialog] = useState<{ offers: RetentionOffers | 'unknown' | null } | null>(null);
  const opening = useMutation({
    mutationFn: async () =>
      status.status === 'active'
        ? await call(getRetentionOffers, {}, { milliseconds: OFFERS_MILLISECONDS }).catch(
            () => 'unknown' as const,
          )
        : null,
    onSuccess: (offers) => setDialog({ offers }),
  });
  const { plan, tier, unpaid, cancelAtPeriodEnd } = status;
  const { isConfigured } = settings;
  /** There is no higher plan, or they have what they would buy, or one is chosen, or none can be chosen now. */
  const isSettled =
    plan === 'pro' ||
    tier === 'engineer' ||
    givenTier(status) !== undefined ||
    unpaid !== null ||
    planChangeBlocker(status) !== null;
  // In a trial Pro is the one there is to choose.
  const choose = isTrial(status) ? 'Keep Pro' : 'Choose a Plan';
  const label = isSettled ? 'See plans' : plan === null ? choose : 'Upgrade Plan';
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label="Current plan">
      <div className={styles.main}>
        <p className={styles.badges}>
          <TierBadge tier={plan ?? tier} />
          <StatusBadge
            status={status.status}
            isEnding={status.endsAt !== null}
            of={unpaid !== null && status.status === 'incomplete' ? TIER_NAMES[unpaid.plan] : undefined}
          />
        </p>
        <Cost status={status} />
        <NextDate status={status} />
        {isConfigured || plan === null ? null : (
          <Callout variant="danger" className={styles.away}>
            Payment system not configured
          </Callout>
        )}
        <PlanState status={status} settings={settings} onDone={() => focusOn(panel)} />
        <div className={styles.buttons}>
          {isConfigured || plan === null ? (
            <a href={paths.subscribe()} className={buttonClass({ variant: isSettled ? 'line' : 'primary' })}>
              {label}
            </a>
          ) : (
            <Button variant="line" disabled>
              {label}
            </Button>
          )}
          {plan !== null && !cancelAtPeriodEnd ? (
            <Button
              variant="danger"
              disabled={!isConfigured}
              isPending={opening.isPending}
              onClick={() => opening.mutate()}
            >
              Cancel Subscription
            </Button>
          ) : null}
        </div>
      </div>
      <TierLadder tier={tier} />
      {dialog ? (
        <CancelDialog
          status={status}
          offers={dialog.offers}
          onCanceled={() => {
            setDialog(null);
            focusOn(panel);
          }}
          onOfferAccepted={() => {
            setDialog(null);
            focusOn(panel);
          }}
          onClosed={() => setDialog(null)}
        />
      ) : null}
    </section>
  );
}

/** The pressed button is gone: the focus moves to the panel that shows the result. */
export function focusOn(panel: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => panel.current?.focus());
}

function Cost({ status }: { status: SubscriptionStatus }) {
  const { plan } = status;
  const given = givenTier(status);
  if (plan !== null) {
    return (
      <>
        <p className={styles.cost}>
          <span className={classNames(styles.amount, isPaidToItsEnd(status) && styles.ended)}>
            {monthlyAmount(plan, status)}
          </span>
          <span className={styles.interval}>/month{taxWords(status.tax)}</span>
        </p>
        {isPaidToItsEnd(status) ? (
          <p className={styles.line}>You won’t be charged again unless you resume.</p>
        ) : (
          <DiscountLine status={status} className={styles.line} />
        )}
      </>
    );
  }
  return (
    <>
      <p className={styles.cost}>
        <span className={styles.amount}>{given ? 'No charge' : 'Free'}</span>
        {isTrial(status) ? <span className={styles.interval}>during your trial</span> : null}
      </p>
      {isTrial(status) ? (
        <p className={styles.line}>Nothing is charged when it ends. Basic prompts stay free.</p>
      ) : null}
      {given || isTrial(status) ? null : (
        <p className={styles.line}>Every basic prompt is included. No card needed.</p>
      )}
      {given ? (
        <p className={styles.line}>
          You have {TIER_NAMES[given]} without a subscription: nothing renews, and nothing is charged.
        </p>
      ) : null}
    </>
  );
}

function NextDate({ status }: { status: SubscriptionStatus }) {
  const line = billingLine(status, useClock().now / 1000);
  if (line === null) return null;
  const { nextPlan, nextAmountCents, endsAt } = status;
  const isLower = nextPlan !== null && endsAt === null && line.at !== null;
  const amount = isLower
    ? monthlyAmount(nextPlan, { ...status, amountCents: nextAmountCents })
    : nextBillAmount(status, line.at);
  return (
    <p className={styles.line}>
      {line.name}
      {line.at === null ? null : (
        <>
          :{' '}
          <strong>
            <BillingDate at={line.at} />
          </strong>
          {amount === undefined ? null : `, ${amount}`}
        </>
      )}
    </p>
  );
}
