import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BillingSettings, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import { TIER_NAMES, tierRank } from '#contract/tiers.ts';
import { isPlanTier, planChangeBlocker } from '#web/features/billing/billing-messages.ts';
import { ChangeDialog } from '#web/features/billing/plan/change-dialog.tsx';
import { lowerPlanId } from '#web/features/billing/plan/planned-downgrade.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './subscription-page.module.css';

const route = getRouteApi('/subscription');

interface LowerPlansProps {
  status: SubscriptionStatus;
  settings: BillingSettings;
  /** The pressed button is gone. */
  onPlanned: () => void;
}

/** The plans below the member's own: they have them, so this is the one place to change to them. */
export function LowerPlans({ status, settings, onPlanned }: LowerPlansProps) {
  const [chosen, setChosen] = useState<PlanTier | null>(null);
  const navigate = route.useNavigate();
  const { plan, nextPlan } = status;
  const canChange = plan !== null && settings.isConfigured && planChangeBlocker(status) === null;
  const lower = PLANS.flatMap(({ tier }) =>
    canChange && isPlanTier(tier) && tierRank(tier) < tierRank(plan) && tier !== nextPlan ? [tier] : [],
  );
  const openLinked = useEffectEvent(() => {
    const linked = lower.find((tier) => window.location.hash === `#${lowerPlanId(tier)}`);
    if (linked === undefined) return;
    // Where the focus returns to.
    document.getElementById(lowerPlanId(linked))?.focus();
    setChosen(linked);
  });
  useEffect(() => openLinked(), []);
  const close = () => {
    setChosen(null);
    // Answered: opened again, the page asks nothing.
    if (window.location.hash) void navigate({ search: true, replace: true, resetScroll: false });
  };
  const priceId = chosen && settings.priceIds[chosen];
  if (plan === null || lower.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="lower-title">
      <h2 id="lower-title" className={styles.title}>
        Change to a lower plan
      </h2>
      <p className={styles.note}>
        Starts at the end of your billing month. You keep {TIER_NAMES[plan]} until then.
      </p>
      <div className={styles.buttons}>
        {lower.map((tier) => (
          <Button key={tier} id={lowerPlanId(tier)} variant="line" onClick={() => setChosen(tier)}>
            Change to {TIER_NAMES[tier]}
          </Button>
        ))}
      </div>
      {chosen && priceId ? (
        <ChangeDialog
          plan={chosen}
          priceId={priceId}
          status={status}
          onChanged={() => {
            close();
            const description = `${TIER_NAMES[chosen]} starts at the end of your billing month.`;
            toast({ title: 'Change planned', description });
            onPlanned();
          }}
          onClosed={close}
        />
      ) : null}
    </section>
  );
}
