import { type RefObject, useRef, useState } from 'react';
import type { BillingSettings, SubscriptionStatus } from '#contract/billing.ts';
import { formatPrice } from '#contract/plans.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import { planOf } from '#web/features/billing/billing-words.ts';
import { CancelDialog } from '#web/features/billing/cancel-dialog.tsx';
import { StatusBadge } from '#web/features/billing/status-badge.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Stack } from '#web/ui/stack.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import styles from './current-plan.module.css';
import { PlanState } from './plan-state.tsx';

interface CurrentPlanProps {
  status: SubscriptionStatus;
  settings: BillingSettings;
}

/** The plan, how it stands, and what can be done with it. */
export function CurrentPlan({ status, settings }: CurrentPlanProps) {
  const [isCanceling, setCanceling] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const { plan, tier, cancelAtPeriodEnd } = status;
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label="Current plan">
      <div className={styles.main}>
        <p className={styles.badges}>
          <TierBadge tier={plan ?? tier} />
          <StatusBadge status={status.status} />
        </p>
        <Cost status={status} />
        <BillingLine status={status} />
        <PlanState status={status} settings={settings} onDone={() => focusOn(panel)} />
        <div className={styles.buttons}>
          <a
            href={paths.subscribe()}
            className={buttonClass({
              variant: status.isPaymentDue || cancelAtPeriodEnd ? 'line' : 'primary',
            })}
          >
            {plan === null ? 'Choose a Plan' : plan === 'pro' ? 'Change Plan' : 'Upgrade Plan'}
          </a>
          {plan !== null && !cancelAtPeriodEnd ? (
            <Button variant="danger" onClick={() => setCanceling(true)}>
              Cancel Subscription
            </Button>
          ) : null}
        </div>
      </div>
      <Stack tier={tier} className={styles.stack} />
      {isCanceling ? (
        <CancelDialog
          status={status}
          onCanceled={() => {
            setCanceling(false);
            focusOn(panel);
          }}
          onClosed={() => setCanceling(false)}
        />
      ) : null}
    </section>
  );
}

/** The button that was pressed is gone; what it did stands in the panel. */
function focusOn(panel: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => panel.current?.focus());
}

function Cost({ status: { plan, trial, tier } }: { status: SubscriptionStatus }) {
  if (plan !== null) {
    return (
      <p className={styles.cost}>
        <span className={styles.amount}>{formatPrice(planOf(plan).priceCents)}</span>
        <span className={styles.interval}>/month</span>
      </p>
    );
  }
  return (
    <p className={styles.cost}>
      <span className={styles.amount}>
        {trial.endsAt === null && tier !== 'basic' ? 'No charge' : 'Free'}
      </span>
      {trial.endsAt === null ? null : <span className={styles.interval}>while your trial runs</span>}
    </p>
  );
}

function BillingLine({ status }: { status: SubscriptionStatus }) {
  const line = lineOf(status);
  if (line === null) return null;
  return (
    <p className={styles.line}>
      {line.name}:{' '}
      <strong>
        <BillingDate at={line.at} />
      </strong>
    </p>
  );
}

function lineOf(status: SubscriptionStatus): { name: string; at: number } | null {
  const { plan, currentPeriodEnd, endsAt, trial } = status;
  if (trial.endsAt !== null && plan === null) return { name: 'Trial ends', at: trial.endsAt };
  if (endsAt !== null) return { name: 'Ends', at: endsAt };
  if (currentPeriodEnd === null) return null;
  if (plan !== null) return { name: 'Next billing date', at: currentPeriodEnd };
  return status.status === 'canceled' ? { name: 'Paid until', at: currentPeriodEnd } : null;
}
