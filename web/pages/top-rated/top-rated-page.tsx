import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { TOP_RATED_SORTS, type TopRatedSort } from '#contract/sorts.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { toPromptListQuery } from '#web/features/catalog/cross-category-search.ts';
import { topRatedQuery } from '#web/features/catalog/top-rated.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { CrossCategoryList } from '../lists/cross-category-list.tsx';
import { ListHeader } from '../lists/list-header.tsx';
import { SORT_LABELS } from '../lists/sort-labels.ts';

// One file for the browser to fetch.
export { loadTopRated } from './load-top-rated.ts';

const route = getRouteApi('/top-rated');

/** The best of all categories. Its route answers a first page that fails with the error page. */
export function TopRatedPage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const filters = toPromptListQuery<TopRatedSort>(route.useSearch(), categories);
  const list = useInfiniteQuery({ ...topRatedQuery(filters), placeholderData: keepPreviousData });
  const total = list.data?.pages[0]?.total ?? 0;
  const count = countWithNoun(total, 'prompt');
  return (
    <PageShell>
      <ListHeader
        title="Top Rated"
        line={total > 0 ? `${count} • ${SORT_LABELS[filters.sort ?? 'rating']}` : count}
      />
      <CrossCategoryList
        kind="top-rated"
        name="top rated prompts"
        noun="prompt"
        sorts={TOP_RATED_SORTS}
        filters={filters}
        list={list}
        empty={
          <EmptyState icon={ThumbsUp} title="No Prompts Available">
            <p>No prompt has enough upvotes yet.</p>
          </EmptyState>
        }
      />
    </PageShell>
  );
}
