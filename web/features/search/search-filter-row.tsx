import { type SearchSort, SORT_NAMES } from '#contract/sorts.ts';
import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';
import type { SearchFilters } from './search.queries.ts';
import styles from './search-filter-row.module.css';

const ALL = 'all';

/** The sorts of this page's menu (SPEC section 2). */
const SORTS = ['popular', 'newest', 'title', 'rating'] as const satisfies readonly SearchSort[];

const TIER_OPTIONS: { value: Tier | typeof ALL; name: string }[] = [
  { value: ALL, name: 'All' },
  ...TIERS.map((tier) => ({ value: tier, name: TIER_NAMES[tier] })),
];

interface Shelf {
  slug: string;
  name: string;
}

interface SearchFilterRowProps {
  filters: SearchFilters;
  categories: readonly Shelf[];
  /** Topics of the chosen category; without one, or where it has none, there is no menu. */
  topics: readonly Shelf[];
  isSignedIn: boolean;
  /** Receives the whole new set of filters; the text is not its business. */
  onChange: (filters: SearchFilters) => void;
}

export function SearchFilterRow({ filters, categories, topics, isSignedIn, onChange }: SearchFilterRowProps) {
  const { category, topic, tier, sortBy, favoritesOnly } = filters;
  const change = (changes: Loose<SearchFilters>) => onChange(compact({ ...filters, ...changes }));
  return (
    <fieldset className={styles.row} aria-label="Filters">
      <Select
        label="Category"
        className={styles.wide}
        value={category ?? ALL}
        options={[{ value: ALL, name: 'All Categories' }, ...categories.map(toOption)]}
        // A topic belongs to its category: it goes with it (SPEC section 5).
        onChange={(value) => change({ category: unlessAll(value), topic: undefined })}
      />
      {category && topics.length > 0 ? (
        <Select
          label="Topic"
          className={styles.wide}
          value={topic ?? ALL}
          options={[{ value: ALL, name: 'All Topics' }, ...topics.map(toOption)]}
          onChange={(value) => change({ topic: unlessAll(value) })}
        />
      ) : null}
      <Select
        label="Tier"
        className={styles.half}
        value={tier ?? ALL}
        options={TIER_OPTIONS}
        onChange={(value) => change({ tier: value === ALL ? undefined : value })}
      />
      <Select
        label="Sort"
        className={styles.half}
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

function toOption({ slug, name }: Shelf) {
  return { value: slug, name };
}

function unlessAll(value: string): string | undefined {
  return value === ALL ? undefined : value;
}

type Loose<T> = { [Key in keyof T]?: T[Key] | undefined };

/** The address names only what is set. */
function compact(filters: Loose<SearchFilters>): SearchFilters {
  // What is left after taking out every undefined value is what the strict type asks for.
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as SearchFilters;
}
