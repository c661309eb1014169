import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { ActiveFilters } from '#web/features/search/active-filters.tsx';
import { type SearchFilters, searchQuery } from '#web/features/search/search.queries.ts';
import { SearchFilterRow } from '#web/features/search/search-filter-row.tsx';
import { effectiveFilters, hasFilter } from '#web/features/search/search-filters.ts';
import { SearchForm } from '#web/features/search/search-form.tsx';
import { SearchOutcome } from '#web/features/search/search-outcome.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { useCardActions } from './lists/use-card-actions.tsx';
import { useLoadedPages } from './lists/use-loaded-pages.ts';

const route = getRouteApi('/search');

export function SearchPage() {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const tools = useRef<HTMLDivElement>(null);
  const { data: auth } = useSuspenseQuery(authQuery());
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  // Not suspended for: a category just chosen has its menu a moment later, and the page stays.
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
  useLoadedPages(query);
  const cards = useCardActions();
  const [draft, setDraft] = useDraft(filters.q ?? '');

  /** Every change of a filter takes the text along, sent or not. */
  function show(next: SearchFilters) {
    const { q: _sent, ...rest } = next;
    const q = draft.trim().slice(0, LIMITS.searchTextCharacters);
    void navigate({ search: q ? { q, ...rest } : rest, resetScroll: false });
  }
  /** The pressed chip goes away; the focus stays with the filters. */
  function showAfterRemoval(next: SearchFilters) {
    if (!next.q) setDraft('');
    void navigate({ search: next, resetScroll: false });
    tools.current?.focus();
  }

  return (
    <PageShell>
      <h1>Search & Discovery</h1>
      <div ref={tools} tabIndex={-1}>
        <SearchForm text={draft} onChange={setDraft} onSubmit={() => show(filters)} />
        <SearchFilterRow
          filters={filters}
          categories={categories}
          topics={topics}
          isSignedIn={auth.authenticated}
          onChange={show}
        />
      </div>
      <ActiveFilters
        filters={filters}
        categoryName={categories.find(({ slug }) => slug === filters.category)?.name}
        topicName={topics.find(({ slug }) => slug === filters.topic)?.name}
        onChange={showAfterRemoval}
        onClear={() => showAfterRemoval({})}
      />
      <SearchOutcome search={isSearching ? query : undefined} words={filters.q} onOpen={cards.grid.onOpen} />
      {cards.dialog}
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
