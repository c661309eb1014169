import { type ReactNode, useId, useRef } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { CloseButton } from '#web/ui/close-button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import { ShelfMark } from './shelf-mark.tsx';
import styles from './upgrade-dialog.module.css';
import { UpgradeOffer, upgradeAction, upgradePath, upgradeWords } from './upgrade-offer.tsx';

interface UpgradeDialogProps {
  prompt: PromptCard;
  tier: Tier;
  /** Keeping a locked prompt is allowed (DECISIONS 16). */
  favorite: ReactNode;
  findReturn: () => HTMLElement | null;
  onClosed: () => void;
}

/** Instead of a prompt above the member's tier. */
export function UpgradeDialog({ prompt, tier, favorite, findReturn, onClosed }: UpgradeDialogProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Modal
      labelledBy={titleId}
      startRef={title}
      findReturn={findReturn}
      className={styles.dialog}
      onClosed={onClosed}
    >
      {(close) => (
        <div className={styles.sheet}>
          <div className={styles.head}>
            <p className={styles.source}>
              <ShelfMark prompt={prompt} />
              <TierBadge tier={prompt.tier} />
            </p>
            <h2 ref={title} id={titleId} tabIndex={-1} className={styles.title}>
              Upgrade required
            </h2>
            <p className={styles.text}>{upgradeWords({ prompt, tier })}</p>
            <CloseButton className={styles.close} onClick={close} />
          </div>
          <UpgradeOffer prompt={prompt} tier={tier} />
          <div className={styles.foot}>
            {favorite}
            <div className={styles.buttons}>
              <Button variant="ghost" onClick={close}>
                Not now
              </Button>
              <a href={upgradePath(prompt)} className={buttonClass()}>
                {upgradeAction(prompt)}
              </a>
            </div>
          </div>
        </div>
      )}
    </Modal>
  );
}
