import { LIMITS } from '#contract/limits.ts';
import { TIER_NAMES, type Tier } from '#contract/tiers.ts';
import { useSubscriptionStatus } from '#web/features/billing/billing.queries.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import styles from './member-plan.module.css';

const ACCESS: Record<Tier, string> = {
  basic: 'You can read basic prompts.',
  advanced: 'You can read basic and advanced prompts.',
  pro: 'You can read basic, advanced and pro prompts.',
  engineer: 'You can read every prompt.',
};

/** "Upgrade Plan" or "Manage Plan". */
export function planAction(tier: Tier): string {
  return tier === 'basic' ? 'Upgrade Plan' : 'Manage Plan';
}

export function MemberPlan({ tier }: { tier: Tier }) {
  const status = useSubscriptionStatus();
  return (
    <section className={styles.card} aria-label={`Your plan: ${TIER_NAMES[tier]}`}>
      <TierBadge tier={tier} />
      <p className={styles.note}>{ACCESS[tier]}</p>
      <a
        href={paths.subscribe()}
        className={buttonClass({ variant: 'line', size: 'small', isBlock: true }, styles.button)}
      >
        {planAction(tier)}
      </a>
      {status?.trial.isAvailable ? (
        <a href={paths.trial()} className={styles.trial}>
          Try Pro free for {LIMITS.trialDays} days
        </a>
      ) : null}
    </section>
  );
}
