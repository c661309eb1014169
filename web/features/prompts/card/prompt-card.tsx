import { Link } from '@tanstack/react-router';
import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Copy from 'lucide-react/icons/copy';
import Lock from 'lucide-react/icons/lock';
import Pin from 'lucide-react/icons/pin';
import type { ReactNode } from 'react';
import { BRAND } from '#contract/brand.ts';
import type { PromptCard as Prompt } from '#contract/prompts.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { onPlainClick } from '#web/ui/behavior/plain-click.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import { CallNumberLabel } from './call-number-label.tsx';
import styles from './prompt-card.module.css';

interface PromptCardProps {
  prompt: Prompt;
  level?: 2 | 3 | undefined;
  /** Instead of following the link; presses that open a new tab or window follow it all the same. */
  onOpen?: ((prompt: Prompt) => void) | undefined;
  /** Its favorite button, which knows how many favorites it has. */
  favorite: ReactNode;
  /** Below its summary. */
  note?: ReactNode;
}

/** One prompt of a list, as an index card. The title is the link, and the whole card its target. */
export function PromptCard({ prompt, level = 2, onOpen, favorite, note }: PromptCardProps) {
  const Heading = `h${level}` as const;
  return (
    <article
      className={classNames(
        styles.card,
        prompt.isLocked && styles.locked,
        prompt.featured && styles.featured,
      )}
      data-featured={prompt.featured || undefined}
      data-prompt-scope={prompt.id}
      data-prompt-locked={prompt.isLocked || undefined}
    >
      {prompt.featured ? (
        <p className={styles.tab}>
          <Pin size={14} aria-hidden />
          Featured
        </p>
      ) : null}
      <div className={styles.top}>
        <CallNumberLabel prompt={prompt} className={styles.call} />
        <TierBadge tier={prompt.tier} />
      </div>
      <div className={styles.body}>
        <Heading className={styles.title}>
          <a
            href={paths.prompt(prompt.id)}
            className={styles.link}
            data-item
            onClick={onPlainClick(onOpen && (() => onOpen(prompt)))}
          >
            <span className={styles.stroke}>{prompt.title}</span>
          </a>
        </Heading>
        <p className={styles.summary}>{prompt.summary}</p>
        {note}
        <p className={styles.source}>
          <Link
            to="/category/$slug/$topicSlug"
            params={{ slug: prompt.category.slug, topicSlug: prompt.topic.slug }}
            className={styles.topic}
          >
            {prompt.topic.name}
          </Link>
          <span aria-hidden="true">·</span>
          {prompt.createdBy || BRAND.creator}
        </p>
      </div>
      <div className={styles.foot}>
        <RelativeDate date={prompt.createdAt} className={styles.raised} />
        <IconCount value={prompt.copyCount} noun="copy" icon={Copy} className={styles.count} />
        <IconCount
          value={prompt.upvotes}
          noun="upvote"
          icon={ArrowBigUp}
          className={classNames(styles.count, styles.upvotes)}
        />
        {prompt.isLocked ? (
          <span className={styles.lock}>
            <Lock size={16} strokeWidth={1.75} aria-hidden />
            Upgrade to read
          </span>
        ) : null}
        <span className={styles.favorite}>{favorite}</span>
      </div>
    </article>
  );
}
