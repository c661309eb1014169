import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import type { PromptCard } from '#contract/prompts.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import { CallNumberLabel } from '../card/call-number-label.tsx';
import { signInLead, visitorAccess } from './visitor-access.ts';
import styles from './wanted-prompt.module.css';

/** The prompt somebody signs in for, as an index card. */
export function WantedPrompt({ prompt }: { prompt: PromptCard }) {
  return (
    <>
      <p className={styles.lead}>{`${signInLead(prompt)}:`}</p>
      <article className={styles.card}>
        <div className={styles.top}>
          <CallNumberLabel prompt={prompt} />
          <TierBadge tier={prompt.tier} />
        </div>
        <div className={styles.body}>
          <h2 className={styles.title}>{prompt.title}</h2>
          <p className={styles.summary}>{prompt.summary}</p>
          <p className={styles.source}>
            {prompt.category.name} · {prompt.topic.name}
          </p>
        </div>
        <p className={styles.counts}>
          <IconCount value={prompt.copyCount} noun="copy" icon={Copy} />
          <IconCount value={prompt.upvotes} noun="upvote" icon={ArrowBigUp} />
          <IconCount value={prompt.favoriteCount} noun="favorite" icon={Heart} />
        </p>
      </article>
      <p className={styles.access}>{visitorAccess(prompt)}</p>
    </>
  );
}
