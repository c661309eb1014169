import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoryListQuery, type ListFilters, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { CategorySearch } from '#web/features/catalog/category-search.tsx';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import {
  hasListFilter,
  toListFilters,
  toListSearch,
  withoutFilters,
} from '#web/features/catalog/list-filters.ts';
import { ListResults } from '#web/features/catalog/list-results.tsx';
import { ListTools } from '#web/features/catalog/list-tools.tsx';
import { TopicChips } from '#web/features/catalog/topic-chips.tsx';
import { GridSkeleton } from '#web/features/prompts/grid-skeleton.tsx';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { RangeSign } from '#web/ui/range-sign.tsx';
import { favoritesFilter } from './lists/favorites-filter.ts';
import { useCardActions } from './lists/use-card-actions.tsx';
import { useLoadedPages } from './lists/use-loaded-pages.ts';

const route = getRouteApi('/category/$slug/');

export function CategoryPage() {
  const { slug } = route.useParams();
  const category = route.useLoaderData();
  const navigate = route.useNavigate();
  const { data: auth } = useSuspenseQuery(authQuery());
  const { data: topics } = useSuspenseQuery(topicsQuery(slug));
  const filters = toListFilters(route.useSearch(), { topics, isSignedIn: auth.authenticated });
  const list = useInfiniteQuery({
    ...categoryListQuery(slug, filters),
    placeholderData: keepPreviousData,
  });
  useLoadedPages(list);
  const cards = useCardActions();
  const selected = new Set(filters.topics?.split(','));

  function show(change: Partial<ListFilters>) {
    showList({ ...filters, ...change });
  }
  function showList(next: ListFilters) {
    void navigate({ search: toListSearch(next), resetScroll: false });
  }
  function showTopics(slugs: ReadonlySet<string>) {
    show({ topics: [...slugs].join(',') });
  }

  return (
    <PageShell>
      <Breadcrumb trail={[{ key: 'home', link: <Link to="/">Home</Link> }]} current={category.name} />
      <RangeSign title={`${category.name} Prompts`} description={category.description} category={slug} />
      <ListTools
        sort={filters.sort}
        onSort={(sort) => show({ sort })}
        favorites={auth.authenticated ? favoritesFilter(filters, showList) : undefined}
      >
        <CategorySearch
          key={slug}
          slug={slug}
          name={category.name}
          onSearch={(q) => void navigate({ to: '/search', search: { q, category: slug } })}
        />
      </ListTools>
      <TopicChips key={slug} topics={topics} selected={selected} onChange={showTopics} />
      <ListResults
        list={list}
        onClearFilters={hasListFilter(filters) ? () => showList(withoutFilters(filters)) : undefined}
        placeholder={<GridSkeleton />}
        failure={
          <ListFailure
            kind="Category"
            level={2}
            isNotFound={false}
            onRetry={async () => {
              await list.refetch({ throwOnError: true });
            }}
          />
        }
      >
        {(prompts, ref) => <PromptGrid prompts={prompts} ref={ref} {...cards.grid} />}
      </ListResults>
      {cards.dialog}
    </PageShell>
  );
}
