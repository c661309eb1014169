import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { categoryListQuery, type ListFilters, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { CategorySearch } from '#web/features/catalog/category-search.tsx';
import { toListFilters, toListSearch } from '#web/features/catalog/list-filters.ts';
import { ListTools } from '#web/features/catalog/list-tools.tsx';
import { TopicChips } from '#web/features/catalog/topic-chips.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { RangeSign } from '#web/ui/range-sign.tsx';
import { PromptList } from './prompt-list.tsx';

const route = getRouteApi('/category/$slug/');

export function CategoryPage() {
  const { slug } = route.useParams();
  const category = route.useLoaderData();
  const navigate = route.useNavigate();
  const { data: topics } = useSuspenseQuery(topicsQuery(slug));
  const filters = toListFilters(route.useSearch(), topics);
  const list = useInfiniteQuery({
    ...categoryListQuery(slug, filters),
    placeholderData: keepPreviousData,
  });
  const selected = new Set(filters.topics?.split(','));

  function show(change: Partial<ListFilters>) {
    void navigate({ search: toListSearch({ ...filters, ...change }), resetScroll: false });
  }
  function showTopics(slugs: ReadonlySet<string>) {
    show({ topics: [...slugs].join(',') });
  }

  return (
    <PageShell>
      <Breadcrumb trail={[{ key: 'home', link: <Link to="/">Home</Link> }]} current={category.name} />
      <RangeSign title={`${category.name} Prompts`} description={category.description} category={slug} />
      <ListTools sort={filters.sort} onSort={(sort) => show({ sort })}>
        <CategorySearch
          key={slug}
          slug={slug}
          name={category.name}
          onSearch={(q) => void navigate({ to: '/search', search: { q, category: slug } })}
        />
      </ListTools>
      <TopicChips key={slug} topics={topics} selected={selected} onChange={showTopics} />
      <PromptList
        list={list}
        kind="Category"
        onClearFilters={selected.size > 0 ? () => showTopics(new Set()) : undefined}
      />
    </PageShell>
  );
}
