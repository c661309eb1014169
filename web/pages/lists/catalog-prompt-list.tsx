import type { ComponentProps, ReactNode } from 'react';
import type { ListFilters } from '#web/features/catalog/catalog.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import { hasListFilter, withoutFilters } from '#web/features/catalog/list-filters.ts';
import { ListResults } from '#web/features/catalog/list-results.tsx';
import { ListToolbar } from '#web/features/catalog/list-toolbar.tsx';
import { PromptGrid } from '#web/features/prompts/card/prompt-grid.tsx';
import { PromptGridSkeleton } from '#web/features/prompts/card/prompt-grid-skeleton.tsx';
import { favoritesFilter } from './favorites-filter.ts';
import { rememberSort } from './remembered-sort.ts';
import { useCardActions } from './use-card-actions.tsx';
import { useLoadedPages } from './use-loaded-pages.ts';

interface PromptListProps {
  kind: 'Category' | 'Topic';
  list: ComponentProps<typeof ListResults>['list'];
  filters: ListFilters;
  isMember: boolean;
  onFilters: (filters: ListFilters) => void;
  /** The search box, where the list has one. */
  search?: ReactNode;
  /** Under the tools, where the list has topics. */
  chips?: ReactNode;
}

/** The prompts of a category or topic, and what orders and narrows them. */
export function CatalogPromptList({
  kind,
  list,
  filters,
  isMember,
  onFilters,
  search,
  chips,
}: PromptListProps) {
  useLoadedPages(list);
  const cards = useCardActions();
  return (
    <>
      <ListToolbar
        sort={filters.sort}
        onSort={(sort) => {
          rememberSort(kind === 'Category' ? 'category' : 'topic', sort === 'popular' ? undefined : sort);
          onFilters({ ...filters, sort });
        }}
        favorites={isMember ? favoritesFilter(filters, onFilters) : undefined}
      >
        {search}
      </ListToolbar>
      {chips}
      <ListResults
        list={list}
        onClearFilters={hasListFilter(filters) ? () => onFilters(withoutFilters(filters)) : undefined}
        placeholder={<PromptGridSkeleton />}
        failure={
          <ListFailure
            kind={kind}
            error={list.error}
            level={2}
            onRetry={async () => {
              await list.refetch({ throwOnError: true });
            }}
          />
        }
      >
        {(prompts, ref) => <PromptGrid prompts={prompts} ref={ref} {...cards.grid} />}
      </ListResults>
      {cards.dialog}
    </>
  );
}
