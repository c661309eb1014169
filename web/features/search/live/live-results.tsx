import ArrowRight from 'lucide-react/icons/arrow-right';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { SearchResult } from '#contract/search.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { LockIcon } from '#web/ui/graphics/lock-icon.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import styles from '../combobox/search-popup.module.css';
import { PopupRow } from '../combobox/search-popup.tsx';
import { type BestMatches, SEARCH_FAILURE } from '../search.queries.ts';

interface LiveResultsProps {
  listId: string;
  /** Undefined when the search failed: the list has a way to try again. */
  found: BestMatches | undefined;
  active: number | null;
  onChoose: (index: number) => void;
}

/** The results of a text that is being typed, those with some of its words apart, and the way to all of them. */
export function LiveResults({ found, ...row }: LiveResultsProps) {
  if (!found) {
    return (
      <PopupRow {...row} index={0} icon={<RotateCw size={16} aria-hidden />}>
        {SEARCH_FAILURE} Try again.
      </PopupRow>
    );
  }
  const { results, total } = found;
  const full = results.filter(({ isPartial }) => !isPartial);
  const close = results.slice(full.length);
  return (
    <>
      {full.map((result, index) => (
        <ResultRow key={result.id} {...row} index={index} result={result} />
      ))}
      {close.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
        <div role="group" aria-label="Close matches">
          <p className={styles.heading} aria-hidden="true">
            Close matches
          </p>
          {close.map((result, index) => (
            <ResultRow key={result.id} {...row} index={full.length + index} result={result} />
          ))}
        </div>
      ) : null}
      <PopupRow
        {...row}
        index={results.length}
        icon={<ArrowRight size={16} aria-hidden />}
        end={total > 0 ? <span className={styles.total}>{wholeNumber(total)}</span> : null}
      >
        {total > 0 ? 'See all results' : 'See suggestions'}
      </PopupRow>
    </>
  );
}

interface ResultRowProps extends Omit<LiveResultsProps, 'found'> {
  index: number;
  result: SearchResult;
}

function ResultRow({ result, ...row }: ResultRowProps) {
  const { title, titleMarks, tier, category, isLocked } = result;
  return (
    <PopupRow
      {...row}
      icon={
        <span data-category={category.slug} className={styles.category}>
          <CategoryIcon slug={category.slug} />
        </span>
      }
      end={
        <>
          {isLocked ? <LockIcon /> : null}
          <TierBadge tier={tier} />
        </>
      }
    >
      <HighlightedText text={title} ranges={titleMarks} />
    </PopupRow>
  );
}
