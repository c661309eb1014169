import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useState } from 'react';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useFocusOnNew } from '#web/ui/behavior/use-focus-on-new.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { LoadMore } from '#web/ui/feedback/load-more.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { POPULAR_SEARCHES } from '../popular-searches.ts';
import type { BestMatches as Best, SearchFilters, SearchPage } from '../search.queries.ts';
import styles from './search-outcome.module.css';
import { BestMatches, CloseMatches, SearchResults } from './search-results.tsx';
import { SearchSkeleton } from './search-skeleton.tsx';

interface SearchOutcomeProps {
  /** Undefined when nothing is searched for. */
  search: UseInfiniteQueryResult<InfiniteData<SearchPage>> | undefined;
  /** Undefined without a text, with a chosen sort, and until they are known. */
  best: Best | undefined;
  /** What was asked for. */
  filters: SearchFilters;
  /** Where a search succeeds and finds nothing. */
  nothingFound: ReactNode;
  /** The words are searched as they are: the link that said so goes. */
  onExact: () => void;
}

/** Before anything is searched for: what others look for. */
function NothingAsked() {
  return (
    <EmptyState
      icon={Search}
      title="Start searching to find prompts"
      actions={POPULAR_SEARCHES.map((word) => (
        <Link
          key={word}
          to="/search"
          search={{ q: word }}
          className={buttonClass({ variant: 'line', size: 'small' })}
        >
          {word}
        </Link>
      ))}
    >
      <p>Describe your task in a few words, pick a filter, or try a popular search:</p>
    </EmptyState>
  );
}

/** Everything below the filters, in all its states. */
export function SearchOutcome(props: SearchOutcomeProps) {
  const { search, best, filters, nothingFound, onExact } = props;
  const pages = search?.data?.pages ?? [];
  const results = pages.flatMap((page) => page.results);
  const focus = useFocusOnNew(results.length);
  const first = pages[0];

  if (!search) return <NothingAsked />;
  if (!first) return <Waiting />;

  async function loadMore() {
    focus.expectMore();
    const result = await search?.fetchNextPage();
    if (result?.isError) focus.expectNothing();
  }
  const isStale = search.isPlaceholderData;
  const isMoreThanAPage = search.hasNextPage || pages.length > 1;
  const { total } = first;
  // Otherwise the end of the list says it, or the header of the only group.
  const isTotalShown = !isMoreThanAPage && new Set(results.map(({ category }) => category.slug)).size > 1;
  // By a sort of the library's, prompts with some of the words are found only where none has all.
  const isClose = results.some(({ isPartial }) => isPartial);
  const bestShown = best?.results.filter(({ isPartial }) => isPartial === isClose) ?? [];
  const close = isClose ? [] : (best?.results.filter(({ isPartial }) => isPartial) ?? []);
  return (
    <div className={classNames(styles.outcome, isStale && styles.stale)} aria-busy={isStale}>
      <Status page={first} isTotalShown={isTotalShown} filters={filters} onExact={onExact} />
      {isClose ? <CloseMatches /> : null}
      {results.length > 0 && bestShown.length > 0 ? <BestMatches results={bestShown} total={total} /> : null}
      {results.length > 0 ? (
        <SearchResults ref={focus.list} results={results} hasMore={search.hasNextPage} />
      ) : first.failure ? (
        <Failure message={first.failure} onRetry={() => search.refetch()} />
      ) : (
        nothingFound
      )}
      {results.length > 0 && close.length > 0 ? <CloseMatches results={close} /> : null}
      {isMoreThanAPage ? (
        <LoadMore
          shown={results.length}
          total={total}
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

interface StatusProps {
  page: SearchPage;
  isTotalShown: boolean;
  filters: SearchFilters;
  onExact: () => void;
}

/** What was searched and how much it found: announced here, and shown where nothing else says it. A failure says so itself, below. */
function Status({ page: { corrected, total, failure }, isTotalShown, ...correction }: StatusProps) {
  return (
    <div role="status" className={corrected || isTotalShown ? styles.status : 'visually-hidden'}>
      {corrected ? <Correction corrected={corrected} {...correction} /> : null}
      {failure ? null : (
        <p className={isTotalShown ? styles.total : 'visually-hidden'}>
          {countWithNoun(total, 'prompt')} found
        </p>
      )}
    </div>
  );
}

interface CorrectionProps {
  corrected: string;
  filters: SearchFilters;
  onExact: () => void;
}

/** What was searched instead, and the way to what was asked for. */
function Correction({ corrected, filters, onExact }: CorrectionProps) {
  return (
    <p>
      Showing results for “{corrected}”.{' '}
      <Link to="/search" search={{ ...filters, exact: 'true' }} preload={false} onClick={onExact}>
        Search instead for “{filters.q}”
      </Link>
      .
    </p>
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

function Failure({ message, onRetry }: { message: string; onRetry: () => Promise<unknown> }) {
  const [isRetrying, setRetrying] = useState(false);
  async function retry() {
    setRetrying(true);
    await onRetry();
    setRetrying(false);
  }
  useReconnect(() => void retry());
  return (
    <div role="alert">
      <EmptyState icon={SearchX} title={message}>
        <p>
          <TextButton
            className={styles.retry}
            aria-disabled={isRetrying}
            onClick={isRetrying ? undefined : () => void retry()}
          >
            {isRetrying ? 'Trying...' : 'Try again.'}
          </TextButton>
        </p>
      </EmptyState>
    </div>
  );
}
