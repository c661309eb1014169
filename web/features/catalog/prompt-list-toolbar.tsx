import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Category } from '#contract/catalog.ts';
import { LIMITS } from '#contract/limits.ts';
import { SORT_NAMES } from '#contract/sorts.ts';
import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useDebounced } from '#web/ui/behavior/use-debounced.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import styles from './list-toolbar.module.css';
import type { PromptListSearch } from './prompt-list-search.ts';

const ALL = 'all';
const DEBOUNCE_MILLISECONDS = 300;

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
export function PromptListToolbar<Sort extends keyof typeof SORT_NAMES>(props: PromptListToolbarProps<Sort>) {
  const { name, sorts, filters, categories, onChange } = props;
  const { q: _q, category, tier, sort, ...rest } = filters;
  const own = sorts[0];

  function change(next: {
    q?: string;
    category?: string;
    tier?: Tier | typeof ALL;
    sort?: Sort | undefined;
  }) {
    const all = { ...filters, ...next };
    onChange({
      ...rest,
      ...(all.q ? { q: all.q } : {}),
      ...(all.category && all.category !== ALL ? { category: all.category } : {}),
      ...(all.tier && all.tier !== ALL ? { tier: all.tier } : {}),
      ...(all.sort && all.sort !== own ? { sort: all.sort } : {}),
    });
  }
  const [text, setText] = useSettledText(filters.q ?? '', (q) => change({ q }));
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
        options={[{ value: ALL, name: 'All' }, ...TIERS.map((value) => ({ value, name: TIER_NAMES[value] }))]}
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

/** A text that is told on once it has settled, and follows its address when that changes by itself, as by Back. */
function useSettledText(sent: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(sent);
  const lastSent = useRef(sent);
  const settled = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const send = useEffectEvent(() => {
    if (settled === lastSent.current) return;
    lastSent.current = settled;
    onSettled(settled);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text is sent when it settles, and at no other time.
  useEffect(() => send(), [settled]);
  useEffect(() => {
    if (sent === lastSent.current) return;
    lastSent.current = sent;
    setText(sent);
  }, [sent]);
  return [text, setText] as const;
}
