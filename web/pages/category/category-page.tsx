import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoryListQuery, type ListFilters, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { CategorySearch } from '#web/features/catalog/category-search.tsx';
import { toListFilters, toListSearch } from '#web/features/catalog/list-filters.ts';
import { TopicChart } from '#web/features/catalog/topic-chart.tsx';
import { TopicChips } from '#web/features/catalog/topic-chips.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { CategoryHeader } from '#web/ui/cards/category-header.tsx';
import { Breadcrumb } from '#web/ui/text/breadcrumb.tsx';
import { CatalogPromptList } from '../lists/catalog-prompt-list.tsx';

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
  const selected = new Set(filters.topics?.split(','));

  function showList(next: ListFilters) {
    void navigate({ search: toListSearch(next), resetScroll: false });
  }
  function showTopics(slugs: ReadonlySet<string>) {
    showList({ ...filters, topics: [...slugs].join(',') });
  }

  return (
    <PageShell>
      <Breadcrumb trail={[{ key: 'home', link: <Link to="/">Home</Link> }]} current={category.name} />
      <CategoryHeader title={`${category.name} Prompts`} description={category.description} category={slug} />
      <CatalogPromptList
        kind="Category"
        list={list}
        filters={filters}
        isMember={auth.authenticated}
        onFilters={showList}
        search={
          <CategorySearch
            key={slug}
            slug={slug}
            name={category.name}
            onSearch={(q) => void navigate({ to: '/search', search: { q, category: slug } })}
          />
        }
        chips={<TopicChips key={slug} topics={topics} selected={selected} onChange={showTopics} />}
      />
      <TopicChart category={slug} topics={topics} />
    </PageShell>
  );
}
