import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { PromptCard } from '#contract/prompts.ts';
import type { RecentCard } from '#contract/recents.ts';
import type { SORT_NAMES } from '#contract/sorts.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { isNarrowed, type PromptListSearch } from '#web/features/catalog/cross-category-search.ts';
import { CrossCategoryToolbar } from '#web/features/catalog/cross-category-toolbar.tsx';
import { ListResults } from '#web/features/catalog/list-results.tsx';
import { PromptGrid } from '#web/features/prompts/card/prompt-grid.tsx';
import { PromptGridSkeleton } from '#web/features/prompts/card/prompt-grid-skeleton.tsx';
import { RatingBar } from '#web/features/prompts/reader/rating-bar.tsx';
import { LastUsed } from '#web/features/recents/last-used.tsx';
import { OtherMatch } from '#web/features/search/results/other-match.tsx';
import { ChangedSinceCopy } from '#web/features/versions/changed-since-copy.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { LoadFailure } from './load-failure.tsx';
import { NoMatch } from './no-match.tsx';
import { type ListKind, rememberSort } from './remembered-sort.ts';
import { useCardActions } from './use-card-actions.tsx';
import { useKeepFocus } from './use-keep-focus.ts';
import { useLoadedPages } from './use-loaded-pages.ts';
import { useMatchHighlights } from './use-match-highlights.ts';

interface PromptCollectionProps<Sort extends keyof typeof SORT_NAMES> {
  kind: ListKind;
  /** As in "Search my favorites". */
  name: string;
  noun: string;
  sorts: readonly Sort[];
  filters: PromptListSearch<Sort>;
  list: ComponentProps<typeof ListResults>['list'];
  /** What stands there when it holds nothing at all; the tools are left out then. */
  empty: ReactNode;
  /** Takes a prompt out of the list, with a button on its card. */
  onRemove?: (prompt: Pick<RecentCard, 'id' | 'lastUsedAt'>) => void;
}

/** A list across categories, in pages, with what searches, narrows and sorts it. Its state is in the address. */
export function CrossCategoryList<Sort extends keyof typeof SORT_NAMES>(props: PromptCollectionProps<Sort>) {
  const { kind, name, noun, sorts, filters, list, empty, onRemove } = props;
  const navigate = useNavigate();
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const cards = useCardActions();
  useLoadedPages(list);
  const prompts = list.data?.pages.flatMap((page) => page?.prompts ?? []) ?? [];
  const kept = useKeepFocus(prompts.length);
  useMatchHighlights(kept, prompts);

  function show(next: PromptListSearch<Sort>) {
    if (next.sort !== filters.sort) rememberSort(kind, next.sort);
    void navigate({
      to: '.',
      // The cast: the address of whichever of these lists is here.
      search: next as never,
      replace: (next.q ?? '') !== (filters.q ?? ''),
      resetScroll: false,
    });
  }
  const clearFilters = () => show(filters.sort ? { sort: filters.sort } : {});
  const isEmpty = list.isSuccess && prompts.length === 0 && !isNarrowed(filters);
  return (
    <>
      {isEmpty ? null : (
        <CrossCategoryToolbar
          name={name}
          sorts={sorts}
          filters={filters}
          categories={categories}
          onChange={show}
        />
      )}
      <div ref={kept}>
        <ListResults
          list={list}
          noun={noun}
          moreFrom={LIMITS.promptListPage + 1}
          onClearFilters={isNarrowed(filters) && !filters.q ? clearFilters : undefined}
          placeholder={<PromptGridSkeleton />}
          failure={<LoadFailure error={list.error} onRetry={() => list.refetch()} />}
          empty={filters.q ? <NoMatch noun={noun} filters={filters} onClear={clearFilters} /> : empty}
        >
          {(shown, ref) => (
            <PromptGrid
              prompts={shown}
              ref={ref}
              columns={3}
              note={kind === 'top-rated' ? ratingNote : (card) => ownNote(card, onRemove)}
              {...cards.grid}
            />
          )}
        </ListResults>
      </div>
      {cards.dialog}
    </>
  );
}

const ratingNote = (card: PromptCard) => <RatingBar prompt={card} hasTable={false} />;

/** Of a list of a member's own. */
function ownNote(
  { id, title, match, changedSinceCopy, lastUsedAt }: PromptCard & Partial<RecentCard>,
  onRemove: PromptCollectionProps<never>['onRemove'],
): ReactNode {
  return (
    <>
      {match?.otherMatch ? <OtherMatch match={match.otherMatch} isShort /> : null}
      {lastUsedAt ? (
        <LastUsed at={lastUsedAt}>
          {onRemove ? (
            <Button
              variant="ghost"
              size="small"
              isIcon
              aria-label={`Remove “${title}” from this list`}
              onClick={() => onRemove({ id, lastUsedAt })}
            >
              <X aria-hidden />
            </Button>
          ) : null}
        </LastUsed>
      ) : null}
      {changedSinceCopy ? <ChangedSinceCopy promptId={id} copy={changedSinceCopy} /> : null}
    </>
  );
}
