import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { type ListFilters, topicListQuery } from '#web/features/catalog/catalog.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import {
  hasListFilter,
  toListFilters,
  toListSearch,
  withoutFilters,
} from '#web/features/catalog/list-filters.ts';
import { ListResults } from '#web/features/catalog/list-results.tsx';
import { ListTools } from '#web/features/catalog/list-tools.tsx';
import { GridSkeleton } from '#web/features/prompts/grid-skeleton.tsx';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { RangeSign } from '#web/ui/range-sign.tsx';
import { favoritesFilter } from './lists/favorites-filter.ts';
import { useCardActions } from './lists/use-card-actions.tsx';
import { useLoadedPages } from './lists/use-loaded-pages.ts';

const route = getRouteApi('/category/$slug/$topicSlug');

/** As a category's page, without chips and search. */
export function TopicPage() {
  const { slug, topicSlug } = route.useParams();
  const topic = route.useLoaderData();
  const navigate = route.useNavigate();
  const { data: auth } = useSuspenseQuery(authQuery());
  const filters = toListFilters(route.useSearch(), { isSignedIn: auth.authenticated });
  const list = useInfiniteQuery({
    ...topicListQuery(slug, topicSlug, filters),
    placeholderData: keepPreviousData,
  });
  useLoadedPages(list);
  const cards = useCardActions();

  function showList(next: ListFilters) {
    void navigate({ search: toListSearch(next), resetScroll: false });
  }

  return (
    <PageShell>
      <Breadcrumb
        trail={[
          { key: 'home', link: <Link to="/">Home</Link> },
          {
            key: 'category',
            link: (
              <Link to="/category/$slug" params={{ slug }}>
                {topic.categoryName}
              </Link>
            ),
          },
        ]}
        current={topic.name}
      />
      <RangeSign title={`${topic.name} Prompts`} description={topic.description} category={slug} />
      <ListTools
        sort={filters.sort}
        onSort={(sort) => showList({ ...filters, sort })}
        favorites={auth.authenticated ? favoritesFilter(filters, showList) : undefined}
      />
      <ListResults
        list={list}
        onClearFilters={hasListFilter(filters) ? () => showList(withoutFilters(filters)) : undefined}
        placeholder={<GridSkeleton />}
        failure={
          <ListFailure
            kind="Topic"
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
