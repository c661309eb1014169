import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchResult } from '#contract/search.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { hasFilter } from '#web/features/search/filters/search-filters.ts';
import { type SearchFilters, searchQuery } from '#web/features/search/search.queries.ts';
import { type TesterChoice, TesterControls } from '#web/features/search/tester/tester-controls.tsx';
import { TesterResults } from '#web/features/search/tester/tester-results.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { useDebounced } from '#web/ui/behavior/use-debounced.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './search-test-page.module.css';

const DEBOUNCE_MILLISECONDS = 300;

/** Tries the search as it is typed, for developers. */
export function SearchTestPage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const [choice, setChoice] = useState<TesterChoice>({
    text: '',
    category: 'all',
    tier: 'all',
    sortBy: 'title',
  });
  const text = useDebounced(choice.text.trim(), DEBOUNCE_MILLISECONDS);
  const filters: SearchFilters = {
    ...(text ? { q: text } : {}),
    ...(choice.category === 'all' ? {} : { category: choice.category }),
    ...(choice.tier === 'all' ? {} : { tier: choice.tier }),
  };
  const isSearching = hasFilter(filters);
  const search = useInfiniteQuery({
    ...searchQuery({ ...filters, sortBy: choice.sortBy }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  const page = isSearching ? search.data?.pages[0] : undefined;
  return (
    <PageShell hasVisitorBanner={false}>
      <h1>Search test</h1>
      <TesterControls choice={choice} categories={categories} onChange={setChoice} />
      <p role="status" className={styles.status}>
        {describe(isSearching, page)}
      </p>
      {page && page.results.length > 0 ? (
        <TesterResults results={sortFlat(page.results, choice.sortBy)} />
      ) : null}
    </PageShell>
  );
}

/** The API answers category by category; here one list is judged by its sort. */
function sortFlat(results: readonly SearchResult[], sortBy: TesterChoice['sortBy']): SearchResult[] {
  return results.toSorted((a, b) => {
    if (sortBy === 'date') return b.createdAt.localeCompare(a.createdAt);
    if (sortBy === 'upvotes') return b.upvotes - a.upvotes;
    if (sortBy === 'favorites') return b.favoriteCount - a.favoriteCount;
    return a.title.localeCompare(b.title, 'en');
  });
}

type Page = { total: number; results: readonly unknown[]; corrected: string | null; failure: string | null };

function describe(isSearching: boolean, page: Page | undefined): string {
  if (!isSearching) return 'Type something, or choose a filter.';
  if (!page) return 'Searching...';
  if (page.failure) return page.failure;
  const shown = page.total > page.results.length ? `, the first ${page.results.length} shown` : '';
  const corrected = page.corrected ? ` for “${page.corrected}”` : '';
  return `${countWithNoun(page.total, 'prompt')} found${corrected}${shown}`;
}
