import { useState } from 'react';
import type { BillingSettings, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { PLANS } from '#contract/plans.ts';
import { TIER_NAMES, tierRank } from '#contract/tiers.ts';
import { isPlanTier, planChangeBlocker } from '#web/features/billing/billing-messages.ts';
import { ChangeDialog } from '#web/features/billing/plan/change-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './subscription-page.module.css';

interface LowerPlansProps {
  status: SubscriptionStatus;
  settings: BillingSettings;
  /** The pressed button is gone. */
  onPlanned: () => void;
}

/** The plans below the member's own: they have them, so this is the one place to change to them. */
export function LowerPlans({ status, settings, onPlanned }: LowerPlansProps) {
  const [chosen, setChosen] = useState<PlanTier | null>(null);
  const { plan, nextPlan } = status;
  if (plan === null || !settings.isConfigured || planChangeBlocker(status) !== null) return null;
  const lower = PLANS.flatMap(({ tier }) =>
    isPlanTier(tier) && tierRank(tier) < tierRank(plan) && tier !== nextPlan ? [tier] : [],
  );
  const priceId = chosen && settings.priceIds[chosen];
  if (lower.length === 0) return null;
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
          <Button key={tier} variant="line" onClick={() => setChosen(tier)}>
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
            setChosen(null);
            const description = `${TIER_NAMES[chosen]} starts at the end of your billing month.`;
            toast({ title: 'Change planned', description });
            onPlanned();
          }}
          onClosed={() => setChosen(null)}
        />
      ) : null}
    </section>
  );
}
