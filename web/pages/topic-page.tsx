import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { topicListQuery } from '#web/features/catalog/catalog.queries.ts';
import { toListFilters, toListSearch } from '#web/features/catalog/list-filters.ts';
import { ListTools } from '#web/features/catalog/list-tools.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { RangeSign } from '#web/ui/range-sign.tsx';
import { PromptList } from './prompt-list.tsx';

const route = getRouteApi('/category/$slug/$topicSlug');

/** As a category's page, without chips and search. */
export function TopicPage() {
  const { slug, topicSlug } = route.useParams();
  const topic = route.useLoaderData();
  const navigate = route.useNavigate();
  const filters = toListFilters(route.useSearch());
  const list = useInfiniteQuery({
    ...topicListQuery(slug, topicSlug, filters),
    placeholderData: keepPreviousData,
  });

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
      <PromptList list={list} kind="Topic" onClearFilters={undefined} />
    </PageShell>
  );
}
