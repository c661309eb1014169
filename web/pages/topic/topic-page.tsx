import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { type ListFilters, topicListQuery } from '#web/features/catalog/catalog.queries.ts';
import { toListFilters, toListSearch } from '#web/features/catalog/list-filters.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { CategoryHeader } from '#web/ui/cards/category-header.tsx';
import { Breadcrumb } from '#web/ui/text/breadcrumb.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { CatalogPromptList } from '../lists/catalog-prompt-list.tsx';
import styles from './topic-page.module.css';

const route = getRouteApi('/category/$slug/$topicSlug');

/** As a category's page, without chips, and with its number of prompts where that has its search. */
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
      <CategoryHeader title={`${topic.name} Prompts`} description={topic.description} category={slug} />
      <CatalogPromptList
        kind="Topic"
        list={list}
        filters={filters}
        isMember={auth.authenticated}
        onFilters={showList}
        search={
          <p className={styles.count}>
            {countWithNoun(list.data?.pages[0]?.total ?? topic.promptCount, 'prompt')}
          </p>
        }
      />
    </PageShell>
  );
}
