import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useState } from 'react';
import type { SearchResult } from '#contract/search.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { countWords } from '#web/ui/format-count.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { useFocusOnNew } from '#web/ui/use-focus-on-new.ts';
import type { SearchPageAnswer } from './search.queries.ts';
import styles from './search-outcome.module.css';
import { SearchResults } from './search-results.tsx';
import { SearchSkeleton } from './search-skeleton.tsx';

interface SearchOutcomeProps {
  /** Undefined when nothing is searched for. */
  search: UseInfiniteQueryResult<InfiniteData<SearchPageAnswer>> | undefined;
  /** The words that were asked for. */
  words: string | undefined;
  onOpen?: ((result: SearchResult) => void) | undefined;
}

/** Everything below the filters, in all its states. */
export function SearchOutcome({ search, words, onOpen }: SearchOutcomeProps) {
  const pages = search?.data?.pages ?? [];
  const results = pages.flatMap((page) => page.results);
  const focus = useFocusOnNew(results.length);
  const first = pages[0];

  if (!search) return <EmptyState icon={Search} title="Start searching to find prompts" />;
  if (!first) return <Waiting />;

  async function loadMore() {
    focus.expectMore();
    const answer = await search?.fetchNextPage();
    if (answer?.isError) focus.expectNothing();
  }
  const isStale = search.isPlaceholderData;
  const isMoreThanAPage = search.hasNextPage || pages.length > 1;
  return (
    <div className={classNames(styles.outcome, isStale && styles.stale)} aria-busy={isStale}>
      <p
        role="status"
        className={first.corrected && results.length > 0 ? styles.corrected : 'visually-hidden'}
      >
        {first.corrected
          ? `Showing results for “${first.corrected}”`
          : `${countWords(first.total, 'prompt')} found`}
      </p>
      {results.length > 0 ? (
        <SearchResults
          ref={focus.list}
          results={results}
          words={first.corrected ?? words}
          hasMore={search.hasNextPage}
          onOpen={onOpen}
        />
      ) : (
        <NothingFound failure={first.failure} onRetry={() => search.refetch()} />
      )}
      {isMoreThanAPage ? (
        <LoadMore
          shown={results.length}
          total={first.total}
          noun="prompt"
          hasMore={search.hasNextPage}
          isLoading={search.isFetchingNextPage}
          isFailed={search.isFetchNextPageError}
          isShown
          onLoad={() => void loadMore()}
        >
          Load More Prompts
        </LoadMore>
      ) : null}
    </div>
  );
}

function Waiting(): ReactNode {
  return (
    <div aria-busy="true">
      <p role="status" className="visually-hidden">
        Searching
      </p>
      <SearchSkeleton />
    </div>
  );
}

function NothingFound({ failure, onRetry }: { failure: string | null; onRetry: () => Promise<unknown> }) {
  const [isRetrying, setRetrying] = useState(false);
  async function retry() {
    setRetrying(true);
    await onRetry();
    setRetrying(false);
  }
  return (
    <EmptyState icon={SearchX} title="No results found">
      {failure ? (
        <p role="alert">
          {failure}{' '}
          <TextButton
            className={styles.retry}
            aria-disabled={isRetrying}
            onClick={isRetrying ? undefined : () => void retry()}
          >
            {isRetrying ? 'Trying...' : 'Try Again'}
          </TextButton>
        </p>
      ) : (
        <p>Try adjusting your search or filter criteria</p>
      )}
    </EmptyState>
  );
}
