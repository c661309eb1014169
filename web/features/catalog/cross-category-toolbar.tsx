import type { Category } from '#contract/catalog.ts';
import { LIMITS } from '#contract/limits.ts';
import { SORT_NAMES } from '#contract/sorts.ts';
import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import type { PromptListSearch } from './cross-category-search.ts';
import styles from './list-toolbar.module.css';
import { useTypedText } from './use-typed-text.ts';

const ALL = 'all';

interface PromptListToolbarProps<Sort extends keyof typeof SORT_NAMES> {
  /** What is searched, as in "Search my favorites". */
  name: string;
  /** Its own sort first. */
  sorts: readonly Sort[];
  filters: PromptListSearch<Sort>;
  categories: readonly Pick<Category, 'slug' | 'name'>[];
  onChange: (filters: PromptListSearch<Sort>) => void;
}

/** The row above a list across categories: its search, its filters, its sort. */
export function CrossCategoryToolbar<Sort extends keyof typeof SORT_NAMES>(
  props: PromptListToolbarProps<Sort>,
) {
  const { name, sorts, filters, categories, onChange } = props;
  const { q: _q, category, tier, sort, ...rest } = filters;
  const own = sorts[0];

  function change(next: {
    q?: string;
    category?: string;
    tier?: Tier | typeof ALL;
    sort?: Sort | undefined;
  }) {
    // A choice takes along what was typed just before.
    const all = { ...filters, q: text.trim(), ...next };
    onChange({
      ...rest,
      ...(all.q ? { q: all.q } : {}),
      ...(all.category && all.category !== ALL ? { category: all.category } : {}),
      ...(all.tier && all.tier !== ALL ? { tier: all.tier } : {}),
      ...(all.sort && all.sort !== own ? { sort: all.sort } : {}),
    });
  }
  const [text, setText] = useTypedText(filters.q ?? '', (q) => change({ q }));
  return (
    <div className={classNames(styles.tools, styles.many)}>
      {/* Without a script the form asks for the text alone. */}
      <form method="get" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          name="q"
          label={`Search ${name}`}
          placeholder={`Search ${name}`}
          maxLength={LIMITS.searchTextCharacters}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <Select
        label="Category"
        value={category ?? ALL}
        options={[
          { value: ALL, name: 'All Categories' },
          ...categories.map((one) => ({ value: one.slug, name: one.name })),
        ]}
        onChange={(value) => change({ category: value })}
      />
      <Select
        label="Tier"
        value={tier ?? ALL}
        options={[
          { value: ALL, name: 'All Tiers' },
          ...TIERS.map((value) => ({ value, name: TIER_NAMES[value] })),
        ]}
        onChange={(value) => change({ tier: value })}
      />
      <Select
        label="Sort"
        value={sort ?? own ?? ALL}
        options={sorts.map((value) => ({ value, name: SORT_NAMES[value] }))}
        onChange={(value) => change({ sort: sorts.find((known) => known === value) ?? sort })}
      />
    </div>
  );
}
