import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { type SearchSort, SORT_NAMES } from '#contract/sorts.ts';
import { TIER_NAMES, TIERS } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import type { SearchFilters } from '../search.queries.ts';
import { type FacetCounts, withCount } from './facet-counts.ts';
import styles from './search-filter-row.module.css';

const ALL = 'all';

/** The sorts of this page's menu. */
const SORTS = ['popular', 'newest', 'title', 'rating'] as const satisfies readonly SearchSort[];

interface FilterEntry {
  slug: string;
  name: string;
}

interface SearchFilterRowProps {
  filters: SearchFilters;
  categories: readonly FilterEntry[];
  /** Topics of the chosen category; without one, or where it has none, there is no menu. */
  topics: readonly FilterEntry[];
  /** Undefined until they are known, and where nothing is searched for. */
  counts: FacetCounts | undefined;
  isSignedIn: boolean;
  /** Receives the whole new set of filters; the text is not its business. */
  onChange: (filters: SearchFilters) => void;
}

/** On phones one line: the filters behind a button that counts those in force, beside the sort. */
export function SearchFilterRow(props: SearchFilterRowProps) {
  const { filters, categories, topics, counts, isSignedIn, onChange } = props;
  const { category, topic, tier, sortBy, favoritesOnly } = filters;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const applied = [category, topic, tier, favoritesOnly].filter(Boolean).length;
  const change = (changes: WithUndefined<SearchFilters>) => onChange(compact({ ...filters, ...changes }));
  return (
    <fieldset className={classNames(styles.row, isOpen && styles.open)} aria-label="Filters">
      <Button
        variant="line"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {applied > 0 ? `Filters (${applied})` : 'Filters'}
        <ChevronDown size={16} aria-hidden />
      </Button>
      <div id={id} className={styles.filters}>
        <Select
          label="Category"
          value={category ?? ALL}
          options={[
            { value: ALL, ...withCount('All Categories', counts?.category(undefined)) },
            ...categories.map(({ slug, name }) => ({
              value: slug,
              ...withCount(name, counts?.category(slug)),
            })),
          ]}
          // A topic belongs to its category: it goes with it.
          onChange={(value) => change({ category: allToUndefined(value), topic: undefined })}
        />
        {category && topics.length > 0 ? (
          <Select
            label="Topic"
            value={topic ?? ALL}
            options={[
              { value: ALL, ...withCount('All Topics', counts?.topic(undefined)) },
              ...topics.map(({ slug, name }) => ({ value: slug, ...withCount(name, counts?.topic(slug)) })),
            ]}
            onChange={(value) => change({ topic: allToUndefined(value) })}
          />
        ) : null}
        <Select
          label="Tier"
          value={tier ?? ALL}
          options={[
            { value: ALL, ...withCount('All', counts?.tier(undefined)) },
            ...TIERS.map((one) => ({ value: one, ...withCount(TIER_NAMES[one], counts?.tier(one)) })),
          ]}
          onChange={(value) => change({ tier: value === ALL ? undefined : value })}
        />
      </div>
      <Select
        label="Sort"
        className={styles.sort}
        value={SORTS.find((sort) => sort === sortBy) ?? 'popular'}
        options={SORTS.map((sort) => ({ value: sort, name: SORT_NAMES[sort] }))}
        onChange={(value) => change({ sortBy: value === 'popular' ? undefined : value })}
      />
      <Checkbox
        label="My Favorites Only"
        className={styles.favorites}
        isChecked={favoritesOnly === 'true'}
        isDisabled={!isSignedIn}
        {...(isSignedIn ? {} : { hint: '(Login required)' })}
        onChange={(isChecked) => change({ favoritesOnly: isChecked ? 'true' : undefined })}
      />
    </fieldset>
  );
}

function allToUndefined(value: string): string | undefined {
  return value === ALL ? undefined : value;
}

type WithUndefined<T> = { [Key in keyof T]?: T[Key] | undefined };

/** The address names only what is set. */
function compact(filters: WithUndefined<SearchFilters>): SearchFilters {
  // What is left after taking out every undefined value is what the strict type asks for.
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as SearchFilters;
}
