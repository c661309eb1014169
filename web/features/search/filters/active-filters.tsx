import { TIER_NAMES } from '#contract/tiers.ts';
import { RemovableChip } from '#web/ui/forms/removable-chip.tsx';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import type { SearchFilters } from '../search.queries.ts';
import styles from './active-filters.module.css';
import { omit } from './search-filters.ts';

interface ActiveFiltersProps {
  filters: SearchFilters;
  /** Names behind the slugs. */
  categoryName: string | undefined;
  topicName: string | undefined;
  onChange: (filters: SearchFilters) => void;
  onClear: () => void;
}

/** The filters in force, each removable; a sort is no filter. */
export function ActiveFilters({ filters, categoryName, topicName, onChange, onClear }: ActiveFiltersProps) {
  const { q, exact, category, topic, tier, favoritesOnly } = filters;
  const active = [
    q && { name: `Search: ${q}`, without: omit(filters, ['q', 'exact']) },
    exact && { name: 'Exact words', without: omit(filters, ['exact']) },
    category && {
      name: `Category: ${categoryName ?? category}`,
      without: omit(filters, ['category', 'topic']),
    },
    topic && { name: `Topic: ${topicName ?? topic}`, without: omit(filters, ['topic']) },
    tier && { name: `Tier: ${TIER_NAMES[tier]}`, without: omit(filters, ['tier']) },
    favoritesOnly && { name: 'My Favorites Only', without: omit(filters, ['favoritesOnly']) },
  ].filter((filter) => typeof filter === 'object');
  if (active.length === 0) return null;
  return (
    <fieldset className={styles.bar} aria-label="Active filters">
      <span className={styles.label}>Active filters</span>
      <div className={styles.chips}>
        {active.map(({ name, without }) => (
          <RemovableChip key={name} name={name} onRemove={() => onChange(without)} />
        ))}
      </div>
      <TextButton className={styles.clear} onClick={onClear}>
        Clear All
      </TextButton>
    </fieldset>
  );
}
