import ArrowRight from 'lucide-react/icons/arrow-right';
import type { MouseEvent } from 'react';
import { CategoryIcon } from '#web/ui/category-icon.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Highlight } from '#web/ui/highlight.tsx';
import option from '#web/ui/option.module.css';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import styles from './live-search.module.css';
import type { LiveResults as Found } from './live-search.queries.ts';

interface LiveResultsProps {
  id: string;
  /** Undefined while the list is closed. */
  found: Found | undefined;
  words: string;
  active: number | null;
  isStale: boolean;
  onChoose: (place: number) => void;
}

/** The list under the field. Its options never take the focus: the field's keys move among them. */
export function LiveResults({ id, found, words, active, isStale, onChoose }: LiveResultsProps) {
  const optionAt = (place: number) => ({
    id: `${id}${place}`,
    role: 'option',
    'aria-selected': place === active,
    className: classNames(option.option, place === active && option.active),
    // Pressing must not take the focus from the field; choosing happens on release, as with any button.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => onChoose(place),
  });
  return (
    <div className={classNames(styles.popup, isStale && styles.stale)} hidden={!found}>
      {found?.results.length === 0 ? <p className={styles.none}>No results found</p> : null}
      <div id={`${id}list`} role="listbox" aria-label="Search results" aria-busy={isStale}>
        {found?.results.map((result, place) => (
          <div key={result.id} {...optionAt(place)}>
            <span data-category={result.category.slug} className={styles.icon}>
              <CategoryIcon slug={result.category.slug} />
            </span>
            <span className={option.label}>
              <Highlight text={result.title} search={words} />
            </span>
            <TierBadge tier={result.tier} />
          </div>
        ))}
        {found ? (
          <div {...optionAt(found.results.length)}>
            <span className={styles.icon}>
              <ArrowRight size={16} aria-hidden />
            </span>
            <span className={option.label}>See all results</span>
            <span className={styles.total}>{found.total}</span>
          </div>
        ) : null}
      </div>
    </div>
  );
}
