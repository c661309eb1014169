import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useState } from 'react';
import { RELEVANCE, SORT_NAMES } from '#contract/sorts.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useFocusOnNew } from '#web/ui/behavior/use-focus-on-new.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { LoadMore } from '#web/ui/feedback/load-more.tsx';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import type { BestMatches as Best, SearchFilters, SearchPage } from '../search.queries.ts';
import styles from './search-outcome.module.css';
import { BestMatches, CloseMatches, SearchResults, SHELF_RESULTS } from './search-results.tsx';
import { SearchSkeleton } from './search-skeleton.tsx';

interface SearchOutcomeProps {
  /** Undefined when nothing is searched for. */
  search: UseInfiniteQueryResult<InfiniteData<SearchPage>> | undefined;
  /** Undefined without a text and with a chosen sort. */
  best: UseQueryResult<Best> | undefined;
  /** What was asked for. */
  filters: SearchFilters;
  /** How many of a category match over all pages; undefined until it is known. */
  groupTotal: (category: string) => number | undefined;
  /** Before anything is searched for. */
  nothingAsked: ReactNode;
  /** Where a search succeeds and finds nothing. */
  nothingFound: ReactNode;
  /** The words are searched as they are: the link that said so goes. */
  onExact: () => void;
  /** After a failure: the results and all that stands with them. */
  onRetry: () => Promise<unknown>;
}

/** Everything below the filters, in all its states. */
export function SearchOutcome(props: SearchOutcomeProps) {
  const { search, best, filters, groupTotal, nothingAsked, nothingFound, onExact, onRetry } = props;
  const pages = search?.data?.pages ?? [];
  const results = pages.flatMap((page) => page.results);
  // By a sort of the library's, prompts with some of the words are found only where none has all.
  const isClose = results.some(({ isPartial }) => isPartial);
  const first = pages[0];
  const shelf = shelfOf(best?.data, { isClose, total: first?.total ?? 0 });
  const above = new Set(shelf.map(({ id }) => id));
  const below = results.filter(({ id }) => !above.has(id));
  const focus = useFocusOnNew(below.length);

  if (!search) return nothingAsked;
  // Both at once: what stands above would push down what somebody reads already.
  const isBestMissing = best?.isPending === true;
  if (!first || (isBestMissing && !search.isPlaceholderData)) return <Waiting />;

  async function loadMore() {
    focus.expectMore();
    const result = await search?.fetchNextPage();
    if (result?.isError) focus.expectNothing();
  }
  const isStale = search.isPlaceholderData || isBestMissing || best?.isPlaceholderData === true;
  const isMoreThanAPage = search.hasNextPage || pages.length > 1;
  const { total } = first;
  const close = isClose ? [] : (best?.data?.results.filter(({ isPartial }) => isPartial) ?? []);
  return (
    <div className={classNames(styles.outcome, isStale && styles.stale)} aria-busy={isStale}>
      <Status
        page={first}
        order={orderOf(filters, { hasShelf: shelf.length > 0, hasGroups: below.length > 0 })}
        filters={filters}
        onExact={onExact}
      />
      {isClose ? <CloseMatches /> : null}
      {shelf.length > 0 ? <BestMatches results={shelf} /> : null}
      {results.length > 0 ? (
        <SearchResults
          ref={focus.list}
          results={below}
          above={shelf}
          hasMore={search.hasNextPage}
          groupTotal={groupTotal}
        />
      ) : first.failure ? (
        <Failure message={first.failure} onRetry={onRetry} />
      ) : (
        nothingFound
      )}
      {results.length > 0 && close.length > 0 ? <CloseMatches results={close} /> : null}
      {isMoreThanAPage ? (
        <LoadMore
          shown={above.size + below.length}
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

/** The best matches, which stand above the groups. A single one is in the group of its category. */
function shelfOf(best: Best | undefined, { isClose, total }: { isClose: boolean; total: number }) {
  if (!best || total < 2) return [];
  return best.results.filter(({ isPartial }) => isPartial === isClose).slice(0, SHELF_RESULTS);
}

/** A chosen sort is the order within each category. */
function orderOf(
  { category, sortBy = 'popular' }: SearchFilters,
  { hasShelf, hasGroups }: { hasShelf: boolean; hasGroups: boolean },
): string {
  if (sortBy === RELEVANCE || (hasShelf && !hasGroups)) return ', best matches first.';
  const order = sortBy === 'title' ? 'alphabetically' : `${SORT_NAMES[sortBy].toLowerCase()} first`;
  return `${hasShelf ? '. Best matches first, then' : ','} ${category ? '' : 'by category, '}${order}.`;
}

interface StatusProps {
  page: SearchPage;
  /** Of the results, in words. */
  order: string;
  filters: SearchFilters;
  onExact: () => void;
}

/** What was searched, how much it found and in which order. A failure says so itself, and so does a search that found nothing. */
function Status({ page: { corrected, total, failure }, order, ...correction }: StatusProps) {
  const isTotalShown = total > 0;
  return (
    <div role="status" className={corrected || isTotalShown ? styles.status : 'visually-hidden'}>
      {corrected ? <Correction corrected={corrected} {...correction} /> : null}
      {failure ? null : (
        <p className={isTotalShown ? styles.total : 'visually-hidden'}>
          {countWithNoun(total, 'prompt')} found{total > 1 ? order : ''}
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
