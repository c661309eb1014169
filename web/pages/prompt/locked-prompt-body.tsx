import type { User } from '#contract/account.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { useInteraction } from '#web/api/interactions.ts';
import { useFavorite } from '#web/features/favorites/use-favorite.ts';
import { FavoriteToggle } from '#web/features/prompts/prompt-actions.tsx';
import { PromptFacts } from '#web/features/prompts/prompt-facts.tsx';
import {
  UpgradeOffer,
  upgradeAction,
  upgradePath,
  upgradeWords,
} from '#web/features/prompts/upgrade-offer.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { exemplarsWay } from './exemplars-way.ts';
import { LazyExemplars } from './lazy-exemplars.ts';
import styles from './prompt-page.module.css';
import { PromptPageHead } from './prompt-page-head.tsx';

interface LockedPromptBodyProps {
  prompt: PromptCard;
  user: User;
}

/** What the upgrade dialog says over a list, on the prompt's own page (DECISIONS 12). */
export function LockedPromptBody({ prompt, user }: LockedPromptBodyProps) {
  const { isFavorited } = useInteraction(prompt.id);
  const toggleFavorite = useFavorite('page');
  const tier = user.subscriptionTier;
  return (
    <div className={styles.page} data-prompt-scope={prompt.id} data-prompt-locked>
      <div className={styles.column}>
        <PromptPageHead prompt={prompt} />
        <div className={styles.actions}>
          <FavoriteToggle prompt={prompt} isHeld={isFavorited} onPress={() => toggleFavorite(prompt.id)} />
        </div>
        <section className={styles.upgrade} aria-labelledby="upgrade-title">
          <div className={styles.upgradeHead}>
            <h2 id="upgrade-title" className={styles.upgradeTitle}>
              Upgrade required
            </h2>
            <p className={styles.upgradeText}>{upgradeWords({ prompt, tier })}</p>
          </div>
          <UpgradeOffer prompt={prompt} tier={tier} />
          <p className={styles.upgradeFoot}>
            <a href={upgradePath(prompt)} className={buttonClass()}>
              {upgradeAction(prompt)}
            </a>
          </p>
        </section>
        <LazyExemplars
          promptId={prompt.id}
          variables={[]}
          level={2}
          upgrade={exemplarsWay(prompt, tier)}
          className={styles.exemplars}
        />
      </div>
      <div className={styles.rail}>
        <PromptFacts prompt={prompt} />
      </div>
    </div>
  );
}
