import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import type { SearchCounts } from '#contract/search.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { countWith, withCount } from '../filters/facet-counts.ts';
import { omit } from '../filters/search-filters.ts';
import { type SearchFilters, searchCountsQuery } from '../search.queries.ts';
import styles from './nothing-found.module.css';
import { AskForPrompt } from './request-prompt.tsx';

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
  const loosenings = useLoosenings(filters, counts);
  const topics = counts?.nearestTopics ?? [];
  return (
    <EmptyState
      icon={SearchX}
      title="No results found"
      actions={
        filters.q ? (
          <AskForPrompt key={filters.q} filters={filters} text={filters.q} isSignedIn={isSignedIn} />
        ) : null
      }
    >
      <p className={styles.searched}>{describeSearch(props)}</p>
      <p>Try adjusting your search or filter criteria</p>
      {loosenings.some(({ count }) => count) ? (
        <ul className={styles.choices} aria-label="Wider searches">
          {loosenings.map(({ name, without, count }) => {
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
  const place = topic ? (topicName ?? topic) : category && (categoryName ?? category);
  return [
    q ? `Nothing matches “${q}”` : 'No results',
    q && exact && 'word for word',
    place && `in ${place}`,
    tier && `on the ${TIER_NAMES[tier]} tier`,
    favoritesOnly && 'among your favorites',
  ]
    .filter(Boolean)
    .join(' ')
    .concat('.');
}

interface Loosening {
  name: string;
  without: SearchFilters;
  /** What it would find; undefined until it is known. */
  count: number | undefined;
}

/** One for each filter in force, and one for all of them where they are several. */
function useLoosenings(filters: SearchFilters, counts: SearchCounts | undefined): Loosening[] {
  const { exact, category, topic, tier, favoritesOnly } = filters;
  const withoutExact = omit(filters, ['exact']);
  const withoutFavorites = omit(filters, ['favoritesOnly']);
  const plain = omit(withoutExact, ['favoritesOnly', 'category', 'topic', 'tier']);
  const others = [exact, category, topic, tier, favoritesOnly].filter(Boolean);
  const similar = useQuery({ ...searchCountsQuery(withoutExact), enabled: Boolean(exact) });
  const everybodys = useQuery({ ...searchCountsQuery(withoutFavorites), enabled: Boolean(favoritesOnly) });
  const all = useQuery({ ...searchCountsQuery(plain), enabled: others.length > 1 });

  const loosening = (name: string, without: SearchFilters, of: SearchCounts | undefined): Loosening => ({
    name,
    without,
    count: of && countWith(of, without),
  });
  return [
    topic && loosening('Search all topics', omit(filters, ['topic']), counts),
    category && loosening('Search all categories', omit(filters, ['category', 'topic']), counts),
    tier && loosening('Search all tiers', omit(filters, ['tier']), counts),
    favoritesOnly && loosening('Search more than favorites', withoutFavorites, everybodys.data),
    exact && loosening('Search for similar words', withoutExact, similar.data),
    others.length > 1 && loosening('Remove all filters', plain, all.data),
  ].filter((one) => typeof one === 'object');
}
