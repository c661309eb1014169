import type { PromptCard } from '#contract/prompts.ts';
import { tierRank } from '#contract/tiers.ts';
import { useSubscriptionStatus } from '#web/features/billing/billing.queries.ts';
import { TrialOffer } from '#web/features/billing/plan/trial-offer.tsx';
import styles from './locked-trial.module.css';

/** The trial, where it would open this prompt to this member; the prompt then takes the place of what is locked. */
export function useLockedTrial({ tier }: Pick<PromptCard, 'tier'>) {
  const status = useSubscriptionStatus();
  if (!status?.trial.isAvailable || tierRank(tier) > tierRank('pro')) return null;
  return <TrialOffer status={status} level={3} className={styles.offer} />;
}
