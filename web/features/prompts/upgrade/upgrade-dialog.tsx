import { type ReactNode, useId, useRef } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { CloseButton } from '#web/ui/overlays/close-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { CallNumberLabel } from '../card/call-number-label.tsx';
import styles from './upgrade-dialog.module.css';
import { UpgradeOffer, upgradeText } from './upgrade-offer.tsx';

interface UpgradeDialogProps {
  prompt: PromptCard;
  tier: Tier;
  /** Keeping a locked prompt is allowed. */
  favorite: ReactNode;
  /** Comes before the plans, for whoever may have it. */
  trial: ReactNode;
  findReturn: () => HTMLElement | null;
  onClosed: () => void;
}

/** Instead of a prompt above the member's tier. */
export function UpgradeDialog({ prompt, tier, favorite, trial, findReturn, onClosed }: UpgradeDialogProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog
      variant="window"
      labelledBy={titleId}
      startRef={title}
      findReturn={findReturn}
      className={styles.dialog}
      onClosed={onClosed}
    >
      {(close) => (
        // On phones its buttons stay at the bottom.
        <div className={styles.sheet} data-toasts="top">
          <div className={styles.head}>
            <p className={styles.source}>
              <CallNumberLabel prompt={prompt} />
              <TierBadge tier={prompt.tier} />
            </p>
            <h2 ref={title} id={titleId} tabIndex={-1} className={styles.title}>
              Upgrade required
            </h2>
            <p className={styles.text}>{upgradeText({ prompt, tier })}</p>
            <p className={styles.text}>{prompt.summary}</p>
            <CloseButton className={styles.close} onClick={close} />
          </div>
          {trial}
          <UpgradeOffer prompt={prompt} tier={tier} hasTrial={Boolean(trial)} />
          <div className={styles.foot}>
            {favorite}
            <Button variant="ghost" className={styles.later} onClick={close}>
              Not now
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
