import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { authQuery, useUser } from '#web/features/account/account.queries.ts';
import { categoriesQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { ActiveFilters } from '#web/features/search/filters/active-filters.tsx';
import { countMatching, facetCounts } from '#web/features/search/filters/facet-counts.ts';
import { SearchFilterRow } from '#web/features/search/filters/search-filter-row.tsx';
import {
  effectiveFilters,
  hasBestMatches,
  hasFilter,
  omit,
} from '#web/features/search/filters/search-filters.ts';
import { addRecentSearch } from '#web/features/search/recent/recent-searches.ts';
import { NothingAsked } from '#web/features/search/results/nothing-asked.tsx';
import { NothingFound } from '#web/features/search/results/nothing-found.tsx';
import { SearchOutcome } from '#web/features/search/results/search-outcome.tsx';
import {
  bestMatchesQuery,
  type SearchFilters,
  searchCountsQuery,
  searchQuery,
} from '#web/features/search/search.queries.ts';
import { SearchForm } from '#web/features/search/search-form.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { rememberSort } from '../lists/remembered-sort.ts';
import { useLoadedPages } from '../lists/use-loaded-pages.ts';

const route = getRouteApi('/search');

// One file for the browser to fetch.
export { loadSearch } from './load-search.ts';

export function SearchPage() {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const tools = useRef<HTMLDivElement>(null);
  const { data: auth } = useSuspenseQuery(authQuery());
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  // Not suspended: after a category is chosen its menu follows shortly, and the page stays.
  const { data: loadedTopics } = useQuery({
    ...topicsQuery(search.category ?? ''),
    enabled: search.category !== undefined,
  });
  const topics = loadedTopics ?? [];
  const filters = effectiveFilters(search, {
    categories,
    topics: loadedTopics,
    isSignedIn: auth.authenticated,
  });
  const isSearching = hasFilter(filters);
  const query = useInfiniteQuery({
    ...searchQuery(filters),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  const hasBest = hasBestMatches(filters);
  const best = useQuery({
    ...bestMatchesQuery({ ...filters, q: filters.q ?? '' }),
    enabled: hasBest,
    placeholderData: keepPreviousData,
    // Where the server could not load them, the results stand without.
    retryOnMount: false,
  });
  const counting = useQuery({
    ...searchCountsQuery(filters),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  const { data: counts, isPlaceholderData: areCountsOld } = counting;
  useLoadedPages(query);
  const [draft, setDraft] = useDraft(filters.q ?? '');
  const user = useUser();
  const isKnown = user !== undefined;
  const memberId = user?.id ?? null;
  const { q } = filters;
  useEffect(() => {
    if (isKnown && q) addRecentSearch(memberId, q);
  }, [isKnown, memberId, q]);

  /** Every change of a filter takes the text along, sent or not. */
  function show(next: SearchFilters, text = draft) {
    const q = text.trim().slice(0, LIMITS.searchTextCharacters);
    // Another text is searched as any other: only this one was meant word for word.
    const rest = omit(next, q === next.q ? ['q'] : ['q', 'exact']);
    if (next.sortBy !== filters.sortBy) rememberSort('search', next.sortBy);
    void navigate({ search: q ? { q, ...rest } : rest, resetScroll: false });
  }
  /** The pressed chip goes away; the focus stays with the filters. */
  function showAfterRemoval(next: SearchFilters) {
    if (!next.q) setDraft('');
    void navigate({ search: next, resetScroll: false });
    tools.current?.focus();
  }

  const names = {
    categoryName: categories.find(({ slug }) => slug === filters.category)?.name,
    topicName: topics.find(({ slug }) => slug === filters.topic)?.name,
  };

  return (
    <PageShell>
      {/* It has the focus after a change of page: whoever comes without a search has come to type one. */}
      <h1 onFocus={isSearching ? undefined : () => tools.current?.querySelector('input')?.focus()}>
        Search & Discovery
      </h1>
      <div ref={tools} tabIndex={-1}>
        <SearchForm
          memberId={memberId}
          text={draft}
          filters={omit(filters, ['exact'])}
          onChange={setDraft}
          onSearch={(text) => show(filters, text)}
          onOpen={(id) => void navigate({ to: '/prompt/$id', params: { id } })}
        />
        <SearchFilterRow
          filters={filters}
          categories={categories}
          topics={topics}
          counts={isSearching && counts ? facetCounts(counts, filters) : undefined}
          isSignedIn={auth.authenticated}
          onChange={show}
        />
      </div>
      <ActiveFilters
        filters={filters}
        {...names}
        onChange={showAfterRemoval}
        onClear={() => showAfterRemoval({})}
      />
      <SearchOutcome
        search={isSearching ? query : undefined}
        best={hasBest ? best : undefined}
        filters={filters}
        groupTotal={(category) =>
          counts && !areCountsOld ? countMatching(counts, { ...filters, category }) : undefined
        }
        onExact={() => tools.current?.focus()}
        onRetry={() =>
          Promise.all([query.refetch(), counting.refetch(), ...(hasBest ? [best.refetch()] : [])])
        }
        nothingAsked={<NothingAsked categories={categories} />}
        nothingFound={
          <NothingFound
            filters={filters}
            counts={areCountsOld ? undefined : counts}
            {...names}
            isSignedIn={auth.authenticated}
            onChange={showAfterRemoval}
          />
        }
      />
    </PageShell>
  );
}

/** What is being typed: follows the address when that changes, and is ahead of it in between. */
function useDraft(sent: string) {
  const [draft, setDraft] = useState(sent);
  const [lastSent, setLastSent] = useState(sent);
  if (sent !== lastSent) {
    setLastSent(sent);
    setDraft(sent);
  }
  return [draft, setDraft] as const;
}
