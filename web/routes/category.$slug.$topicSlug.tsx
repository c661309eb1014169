import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isSlug } from '#contract/slugs.ts';
import { socialImagePath } from '#contract/social-images.ts';
import { LIST_SORTS } from '#contract/sorts.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery, topicListQuery } from '#web/features/catalog/catalog.queries.ts';
import { readListFilters, toListFilters } from '#web/features/catalog/list-filters.ts';
import { breadcrumbData, itemListData, pageHead } from '#web/page-head.ts';
import { ListPending, TopicPendingPage } from '#web/pages/lists/list-pending-page.tsx';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/category/$slug/$topicSlug')({
  validateSearch: withPrompt(readListFilters),
  beforeLoad: withRememberedSort('topic', LIST_SORTS),
  // As on a category's page: filters change the list, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: async ({ context: { queryClient }, params: { slug, topicSlug }, location }) => {
    if (!isSlug(slug) || !isSlug(topicSlug)) throw notFound();
    const auth = await queryClient.ensureQueryData(authQuery());
    const filters = toListFilters(readListFilters(location.search), { isSignedIn: auth.authenticated });
    const query = topicListQuery(slug, topicSlug, filters);
    if (!queryClient.getQueryData(query.queryKey)) void ListPending.preload();
    const list = await queryClient.ensureInfiniteQueryData(query);
    const page = list.pages[0];
    if (!page) {
      // The way on: its category's name.
      await queryClient.prefetchQuery(categoriesQuery());
      throw notFound();
    }
    if (!page.topic) throw notFound({ data: 'empty response' });
    return {
      name: page.topic.name,
      description: page.topic.description,
      promptCount: page.topic.promptCount,
      categoryName: page.category.name,
      prompts: page.prompts,
    };
  },
  head: ({ match: { context }, params, loaderData }) => {
    if (!loaderData) return {};
    const path = paths.topic(params.slug, params.topicSlug);
    return pageHead(context.settings, {
      title: `${loaderData.name} Prompts`,
      description: `${loaderData.description} ${loaderData.promptCount} AI prompts in ${loaderData.categoryName}.`,
      path,
      image: { path: socialImagePath(params.slug, params.topicSlug), alt: `${loaderData.name} Prompts` },
      structuredData: [
        breadcrumbData(context.settings, [
          { name: loaderData.categoryName, path: paths.category(params.slug) },
          { name: loaderData.name, path },
        ]),
        {
          '@type': 'CollectionPage',
          name: `${loaderData.name} Prompts`,
          url: `${context.settings.origin}${path}`,
          mainEntity: itemListData(loaderData.prompts),
        },
      ],
    });
  },
  component: lazyRouteComponent(() => import('#web/pages/topic/topic-page.tsx'), 'TopicPage'),
  pendingComponent: TopicPendingPage,
  errorComponent: lazyRouteComponent(
    () => import('#web/pages/topic/topic-failure-page.tsx'),
    'TopicErrorPage',
  ),
  notFoundComponent: lazyRouteComponent(
    () => import('#web/pages/topic/topic-failure-page.tsx'),
    'TopicNotFoundPage',
  ),
});
