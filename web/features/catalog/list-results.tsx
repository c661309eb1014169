import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import FunnelX from 'lucide-react/icons/funnel-x';
import Inbox from 'lucide-react/icons/inbox';
import { type ReactNode, type Ref, useRef } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useFocusOnNew } from '#web/ui/behavior/use-focus-on-new.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { LoadMore } from '#web/ui/feedback/load-more.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './list-results.module.css';

interface ListPage {
  prompts: PromptCard[];
  total: number;
  nextCursor: string | null;
}

interface ListResultsProps {
  list: UseInfiniteQueryResult<InfiniteData<ListPage | null>>;
  /** Given while filters are on: a list they left empty offers to clear them. */
  onClearFilters: (() => void) | undefined;
  /** Draws the cards; `ref` goes around them. */
  children: (prompts: PromptCard[], ref: Ref<HTMLDivElement>) => ReactNode;
  /** What stands there until the first response. */
  placeholder: ReactNode;
  failure: ReactNode;
  /** What is counted, in the singular. */
  noun?: string;
  /** The button for more is shown from this total on. */
  moreFrom?: number;
  /** What stands there when the list holds nothing, whatever its filters. */
  empty?: ReactNode;
}

/** A list in all its states: waiting, failed, empty, shown, waiting for other filters, growing. */
export function ListResults(props: ListResultsProps) {
  const { list, onClearFilters, children, placeholder, failure, empty } = props;
  const { noun = 'prompt', moreFrom = LIMITS.loadMoreShownFrom } = props;
  const prompts = list.data?.pages.flatMap((page) => page?.prompts ?? []) ?? [];
  const focus = useFocusOnNew(prompts.length);
  const results = useRef<HTMLDivElement>(null);

  if (list.isPending) {
    return (
      <div className={styles.results} aria-busy="true">
        <p className="visually-hidden" role="status">
          Loading prompts
        </p>
        {placeholder}
      </div>
    );
  }
  if (list.isLoadingError) return failure;

  const total = list.data?.pages[0]?.total ?? 0;
  async function loadMore() {
    focus.expectMore();
    const result = await list.fetchNextPage();
    if (result.isError) focus.expectNothing();
  }
  function clearFilters() {
    onClearFilters?.();
    // The pressed button goes away with the empty list.
    results.current?.focus();
  }
  return (
    <div
      ref={results}
      tabIndex={-1}
      className={classNames(styles.results, list.isPlaceholderData && styles.stale)}
      aria-busy={list.isPlaceholderData}
    >
      {total > 0
        ? children(prompts, focus.list)
        : ((onClearFilters ? undefined : empty) ?? (
            <EmptyList onClearFilters={onClearFilters && clearFilters} />
          ))}
      <LoadMore
        shown={prompts.length}
        total={total}
        noun={noun}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        isFailed={list.isFetchNextPageError}
        isShown={total >= moreFrom}
        onLoad={() => void loadMore()}
      >
        Load More {noun === 'favorite' ? 'Favorites' : 'Prompts'}
      </LoadMore>
    </div>
  );
}

function EmptyList({ onClearFilters }: Pick<ListResultsProps, 'onClearFilters'>) {
  if (!onClearFilters) {
    return (
      <EmptyState icon={Inbox} title="No Prompts Available">
        <p>There are no prompts here yet.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FunnelX}
      title="No Prompts Match Your Filters"
      actions={
        <Button variant="line" onClick={onClearFilters}>
          Clear All Filters
        </Button>
      }
    >
      <p>Try fewer filters.</p>
    </EmptyState>
  );
}
