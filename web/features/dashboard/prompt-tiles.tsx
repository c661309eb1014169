import { Link } from '@tanstack/react-router';
import Heart from 'lucide-react/icons/heart';
import Pin from 'lucide-react/icons/pin';
import { type ReactNode, useId } from 'react';
import type { PromptTile } from '#contract/dashboard.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { LockIcon } from '#web/ui/graphics/lock-icon.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import styles from './prompt-tiles.module.css';

interface PromptTilesProps {
  title: string;
  prompts: readonly PromptTile[];
  /** Beside the title: the way to all of them. */
  more?: ReactNode;
  /** Under a tile's title; its summary otherwise. */
  renderNote?: (prompt: PromptTile) => ReactNode;
}

/** A section of the dashboard: some prompts, smaller than cards. Nothing without any. */
export function PromptTiles({ title, prompts, more, renderNote }: PromptTilesProps) {
  const id = useId();
  if (prompts.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {more}
      </div>
      <ul className={styles.tiles}>
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            <Tile prompt={prompt}>
              {renderNote?.(prompt) ?? <p className={styles.summary}>{prompt.summary}</p>}
            </Tile>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One prompt alone, across the page. */
export function FeaturedPrompt({ prompt }: { prompt: PromptTile }) {
  return (
    <section className={styles.section} aria-label="Featured prompt">
      <p className={styles.tab}>
        <Pin size={14} aria-hidden />
        Featured
      </p>
      <Tile prompt={prompt} isFeatured>
        <p className={styles.summary}>{prompt.summary}</p>
      </Tile>
    </section>
  );
}

interface TileProps {
  prompt: PromptTile;
  isFeatured?: boolean;
  children: ReactNode;
}

function Tile({ prompt, isFeatured = false, children }: TileProps) {
  const { id, title, tier, category, topic, isLocked, favoriteCount } = prompt;
  return (
    <article
      className={classNames(styles.tile, isLocked && styles.locked, isFeatured && styles.featured)}
      data-prompt-scope={id}
      {...(isLocked ? { 'data-prompt-locked': true } : {})}
    >
      <h3 className={styles.title}>
        <Link to="/prompt/$id" params={{ id }} preload={false} className={styles.link} data-item>
          {title}
        </Link>
      </h3>
      {children}
      <div className={styles.foot}>
        <span className={styles.place} data-category={category.slug}>
          <CategoryIcon slug={category.slug} />
          <span className={styles.topic}>{topic.name}</span>
        </span>
        {isLocked ? <LockIcon /> : null}
        <IconCount value={favoriteCount} noun="favorite" icon={Heart} />
        <TierBadge tier={tier} />
      </div>
    </article>
  );
}
