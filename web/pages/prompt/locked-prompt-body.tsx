import type { User } from '#contract/account.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { LazyAddToCollectionButton } from '#web/features/collections/lazy-add-to-collection-button.ts';
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx';
import { PromptMetadata } from '#web/features/prompts/reader/prompt-metadata.tsx';
import { UpgradeOffer, upgradeText } from '#web/features/prompts/upgrade/upgrade-offer.tsx';
import { exemplarsOffer } from './exemplars-offer.ts';
import { LazyExemplars } from './lazy-exemplars.ts';
import { useLockedTrial } from './locked-trial.tsx';
import styles from './prompt-page.module.css';
import { PromptPageHeader } from './prompt-page-header.tsx';

interface LockedPromptBodyProps {
  prompt: PromptCard;
  user: User;
}

/** The upgrade dialog's contents, on the prompt's own page. */
export function LockedPromptBody({ prompt, user }: LockedPromptBodyProps) {
  const tier = user.subscriptionTier;
  const trial = useLockedTrial(prompt);
  return (
    <div className={styles.page} data-prompt-scope={prompt.id} data-prompt-locked>
      <div className={styles.column}>
        <PromptPageHeader prompt={prompt} />
        <div className={styles.lockedActions}>
          <FavoriteButton prompt={prompt} surface="page" isMember />
          <LazyAddToCollectionButton prompt={prompt} surface="page" />
        </div>
        <section className={styles.upgrade} aria-labelledby="upgrade-title">
          <div className={styles.upgradeHead}>
            <h2 id="upgrade-title" className={styles.upgradeTitle}>
              Upgrade required
            </h2>
            <p className={styles.upgradeText}>{upgradeText({ prompt, tier })}</p>
          </div>
          {trial}
          <UpgradeOffer prompt={prompt} tier={tier} hasTrial={Boolean(trial)} />
        </section>
        <LazyExemplars
          promptId={prompt.id}
          variables={[]}
          level={2}
          upgrade={exemplarsOffer(prompt)}
          className={styles.exemplars}
        />
      </div>
      <div className={styles.rail}>
        <PromptMetadata prompt={prompt} />
      </div>
    </div>
  );
}
