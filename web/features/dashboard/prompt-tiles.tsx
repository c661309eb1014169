import { Link } from '@tanstack/react-router';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import Pin from 'lucide-react/icons/pin';
import { type ReactNode, useId } from 'react';
import type { PromptTile } from '#contract/dashboard.ts';
import { useInteraction } from '#web/api/interactions.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { LockIcon } from '#web/ui/graphics/lock-icon.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import styles from './prompt-tiles.module.css';

interface PromptTilesProps<Prompt extends PromptTile> {
  title: string;
  prompts: readonly Prompt[];
  /** Beside the title: the way to all of them. */
  more?: ReactNode;
  /** Under a tile's title; its summary otherwise. */
  renderNote?: (prompt: Prompt) => ReactNode;
  /** What they are ordered by is what their tiles count. */
  counts?: 'favorites' | 'copies';
}

/** A section of the dashboard: some prompts, smaller than cards. Nothing without any. */
export function PromptTiles<Prompt extends PromptTile>(props: PromptTilesProps<Prompt>) {
  const { title, prompts, more, renderNote, counts } = props;
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
            <Tile prompt={prompt} counts={counts}>
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
  counts?: 'favorites' | 'copies' | undefined;
  children: ReactNode;
}

function Tile({ prompt, isFeatured = false, counts = 'favorites', children }: TileProps) {
  const { id, title, tier, category, topic, isLocked, favoriteCount, copyCount } = prompt;
  const { isFavorited } = useInteraction(id);
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
        {counts === 'copies' ? <IconCount value={copyCount} noun="copy" icon={Copy} /> : null}
        <span className={classNames(styles.favorites, isFavorited && styles.kept)}>
          <IconCount value={favoriteCount} noun="favorite" icon={Heart} />
          {isFavorited ? <span className="visually-hidden">, one of them yours</span> : null}
        </span>
        <TierBadge tier={tier} />
      </div>
    </article>
  );
}
