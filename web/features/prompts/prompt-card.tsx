import { Link } from '@tanstack/react-router';
import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Copy from 'lucide-react/icons/copy';
import Lock from 'lucide-react/icons/lock';
import Pin from 'lucide-react/icons/pin';
import { BRAND } from '#contract/brand.ts';
import type { PromptCard as Prompt } from '#contract/prompts.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Count } from '#web/ui/count.tsx';
import { onPlainClick } from '#web/ui/plain-click.ts';
import { RelativeDate } from '#web/ui/relative-date.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import styles from './prompt-card.module.css';
import { ShelfMark } from './shelf-mark.tsx';

interface PromptCardProps {
  prompt: Prompt;
  level?: 2 | 3 | undefined;
  /** Instead of following the link; presses that open a new tab or window follow it all the same. */
  onOpen?: ((prompt: Prompt) => void) | undefined;
  /** Undefined for visitors. */
  isFavorited?: boolean | undefined;
  onFavorite: (prompt: Prompt) => void;
}

/** One prompt of a list, as an index card. The title is the link, and the whole card its target. */
export function PromptCard({ prompt, level = 2, onOpen, isFavorited, onFavorite }: PromptCardProps) {
  const Heading = `h${level}` as const;
  return (
    <article
      className={classNames(
        styles.card,
        prompt.isLocked && styles.locked,
        prompt.featured && styles.featured,
      )}
      {...(prompt.featured ? { 'data-featured': true } : {})}
      data-prompt-scope={prompt.id}
      {...(prompt.isLocked ? { 'data-prompt-locked': true } : {})}
    >
      {prompt.featured ? (
        <p className={styles.tab}>
          <Pin size={14} aria-hidden />
          Featured
        </p>
      ) : null}
      <div className={styles.top}>
        <ShelfMark prompt={prompt} className={styles.call} />
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
        <Count value={prompt.copyCount} noun="copy" icon={Copy} className={styles.count} />
        <Count
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
        {/* A locked prompt is kept from its dialog; one that is kept can be let go here. */}
        {prompt.isLocked && !isFavorited ? null : (
          <FavoriteButton
            prompt={prompt}
            isFavorited={isFavorited}
            className={styles.favorite}
            onPress={() => onFavorite(prompt)}
          />
        )}
      </div>
    </article>
  );
}
