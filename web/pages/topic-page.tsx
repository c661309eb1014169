import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { topicListQuery } from '#web/features/catalog/catalog.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import { toListFilters, toListSearch } from '#web/features/catalog/list-filters.ts';
import { ListResults } from '#web/features/catalog/list-results.tsx';
import { ListTools } from '#web/features/catalog/list-tools.tsx';
import { GridSkeleton } from '#web/features/prompts/grid-skeleton.tsx';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { useSignInDialog } from '#web/features/prompts/use-sign-in-dialog.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { RangeSign } from '#web/ui/range-sign.tsx';

const route = getRouteApi('/category/$slug/$topicSlug');

/** As a category's page, without chips and search. */
export function TopicPage() {
  const { slug, topicSlug } = route.useParams();
  const topic = route.useLoaderData();
  const navigate = route.useNavigate();
  const { data: auth } = useSuspenseQuery(authQuery());
  const filters = toListFilters(route.useSearch());
  const list = useInfiniteQuery({
    ...topicListQuery(slug, topicSlug, filters),
    placeholderData: keepPreviousData,
  });
  const signIn = useSignInDialog();

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
        onSort={(sort) => void navigate({ search: toListSearch({ sort }), resetScroll: false })}
      />
      <ListResults
        list={list}
        onClearFilters={undefined}
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
        {(prompts, ref) => (
          <PromptGrid
            prompts={prompts}
            ref={ref}
            onOpen={auth.authenticated ? undefined : signIn.askToRead}
            onFavorite={signIn.askToFavorite}
          />
        )}
      </ListResults>
      {signIn.dialog}
    </PageShell>
  );
}
