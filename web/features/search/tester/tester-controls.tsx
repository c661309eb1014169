import { LIMITS } from '#contract/limits.ts';
import type { SearchSort } from '#contract/sorts.ts';
import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import styles from './tester-controls.module.css';

const QUICK_TERMS = ['fitness', 'strength', 'training', 'recovery'] as const;

const SORTS = [
  { value: 'title', name: 'Title' },
  { value: 'date', name: 'Date' },
  { value: 'upvotes', name: 'Upvotes' },
  { value: 'favorites', name: 'Favorites' },
] as const satisfies readonly { value: SearchSort; name: string }[];

const TIER_OPTIONS: { value: Tier | 'all'; name: string }[] = [
  { value: 'all', name: 'All' },
  ...TIERS.map((tier) => ({ value: tier, name: TIER_NAMES[tier] })),
];

/** What the tester asks for; 'all' means no filter. */
export interface TesterChoice {
  text: string;
  category: string;
  tier: Tier | 'all';
  sortBy: (typeof SORTS)[number]['value'];
}

interface TesterControlsProps {
  choice: TesterChoice;
  categories: readonly { slug: string; name: string }[];
  onChange: (choice: TesterChoice) => void;
}

export function TesterControls({ choice, categories, onChange }: TesterControlsProps) {
  return (
    <div className={styles.controls}>
      <SearchField
        label="Search text"
        placeholder="Type to search"
        maxLength={LIMITS.searchTextCharacters}
        value={choice.text}
        onChange={(event) => onChange({ ...choice, text: event.target.value })}
      />
      <fieldset className={styles.row} aria-label="Quick terms">
        {QUICK_TERMS.map((term) => (
          <Button key={term} variant="line" size="small" onClick={() => onChange({ ...choice, text: term })}>
            {term}
          </Button>
        ))}
      </fieldset>
      <fieldset className={styles.row} aria-label="Filters">
        <Select
          label="Category"
          value={choice.category}
          options={[
            { value: 'all', name: 'All Categories' },
            ...categories.map(({ slug, name }) => ({ value: slug, name })),
          ]}
          onChange={(category) => onChange({ ...choice, category })}
        />
        <Select
          label="Tier"
          value={choice.tier}
          options={TIER_OPTIONS}
          onChange={(tier) => onChange({ ...choice, tier })}
        />
        <Select
          label="Sort"
          value={choice.sortBy}
          options={SORTS}
          onChange={(sortBy) => onChange({ ...choice, sortBy })}
        />
      </fieldset>
    </div>
  );
}
