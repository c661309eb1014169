import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import type { SearchCounts } from '#contract/search.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { countMatching, withCount } from '../filters/facet-counts.ts';
import { omit } from '../filters/search-filters.ts';
import { type SearchFilters, searchCountsQuery } from '../search.queries.ts';
import styles from './nothing-found.module.css';
import { RequestPrompt } from './request-prompt.tsx';

interface NothingFoundProps {
  filters: SearchFilters;
  /** Of the text, whatever the filters; undefined until they are known. */
  counts: SearchCounts | undefined;
  /** Names behind the slugs. */
  categoryName: string | undefined;
  topicName: string | undefined;
  isSignedIn: boolean;
  onChange: (filters: SearchFilters) => void;
}

/** What was searched, and every way on: wider filters, topics nearby, a request to the staff. */
export function NothingFound(props: NothingFoundProps) {
  const { filters, counts, isSignedIn, onChange } = props;
  const broaderSearches = useBroaderSearches(filters, counts);
  const topics = counts?.nearestTopics ?? [];
  return (
    <EmptyState
      icon={SearchX}
      title="No results found"
      actions={
        filters.q ? (
          <RequestPrompt key={filters.q} filters={filters} text={filters.q} isSignedIn={isSignedIn} />
        ) : null
      }
    >
      <p className={styles.searched}>{describeSearch(props)}</p>
      <p>Try adjusting your search or filter criteria</p>
      {broaderSearches.some(({ count }) => count) ? (
        <ul className={styles.choices} aria-label="Wider searches">
          {broaderSearches.map(({ name, without, count }) => {
            const choice = withCount(name, count);
            return (
              <li key={name}>
                <Button
                  variant="line"
                  className={classNames(choice.isMuted && styles.muted)}
                  onClick={() => onChange(without)}
                >
                  {choice.name}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {topics.length > 0 ? (
        <>
          <h3 id="nearest-topics" className={styles.heading}>
            Topics to browse instead
          </h3>
          <ul className={styles.topics} aria-labelledby="nearest-topics">
            {topics.map(({ category, slug, name }) => (
              <li key={`${category}/${slug}`}>
                <Link to="/category/$slug/$topicSlug" params={{ slug: category, topicSlug: slug }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </EmptyState>
  );
}

function describeSearch({ filters, categoryName, topicName }: NothingFoundProps): string {
  const { q, exact, category, topic, tier, favoritesOnly } = filters;
  const scopeName = topic ? (topicName ?? topic) : category && (categoryName ?? category);
  return [
    q ? `Nothing matches “${q}”` : 'No results',
    q && exact && 'word for word',
    scopeName && `in ${scopeName}`,
    tier && `on the ${TIER_NAMES[tier]} tier`,
    favoritesOnly && 'among your favorites',
  ]
    .filter(Boolean)
    .join(' ')
    .concat('.');
}

interface BroaderSearch {
  name: string;
  without: SearchFilters;
  /** The number of results; undefined until known. */
  count: number | undefined;
}

/** One for each filter in force, and one for all of them where they are several. */
function useBroaderSearches(filters: SearchFilters, counts: SearchCounts | undefined): BroaderSearch[] {
  const { exact, category, topic, tier, favoritesOnly } = filters;
  const withoutExact = omit(filters, ['exact']);
  const withoutFavorites = omit(filters, ['favoritesOnly']);
  const plain = omit(withoutExact, ['favoritesOnly', 'category', 'topic', 'tier']);
  const others = [exact, category, topic, tier, favoritesOnly].filter(Boolean);
  const similar = useQuery({ ...searchCountsQuery(withoutExact), enabled: Boolean(exact) });
  const allPrompts = useQuery({ ...searchCountsQuery(withoutFavorites), enabled: Boolean(favoritesOnly) });
  const all = useQuery({ ...searchCountsQuery(plain), enabled: others.length > 1 });

  const broaderSearch = (
    name: string,
    without: SearchFilters,
    of: SearchCounts | undefined,
  ): BroaderSearch => ({
    name,
    without,
    count: of && countMatching(of, without),
  });
  return [
    topic && broaderSearch('Search all topics', omit(filters, ['topic']), counts),
    category && broaderSearch('Search all categories', omit(filters, ['category', 'topic']), counts),
    tier && broaderSearch('Search all tiers', omit(filters, ['tier']), counts),
    favoritesOnly && broaderSearch('Search more than favorites', withoutFavorites, allPrompts.data),
    exact && broaderSearch('Search for similar words', withoutExact, similar.data),
    others.length > 1 && broaderSearch('Remove all filters', plain, all.data),
  ].filter((one) => typeof one === 'object');
}
