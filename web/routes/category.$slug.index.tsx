import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isSlug } from '#contract/slugs.ts';
import { socialImagePath } from '#contract/social-images.ts';
import { LIST_SORTS } from '#contract/sorts.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoryListQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { readListFilters, toListFilters } from '#web/features/catalog/list-filters.ts';
import { breadcrumbData, itemListData, pageHead } from '#web/page-head.ts';
import { CategoryErrorPage } from '#web/pages/category/category-failure-page.tsx';
import { CategoryPage } from '#web/pages/category/category-page.tsx';
import { CategoryPendingPage, ListPending } from '#web/pages/lists/list-pending-page.tsx';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/category/$slug/')({
  validateSearch: withPrompt(readListFilters),
  beforeLoad: withRememberedSort('category', LIST_SORTS),
  // Filters are no new page: the page stays and its list follows, so that the pressed chip keeps the focus.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: async ({ context: { queryClient }, params: { slug }, location }) => {
    if (!isSlug(slug)) throw notFound();
    if (!queryClient.getQueryData(topicsQuery(slug).queryKey)) void ListPending.preload();
    const [topics, auth] = await Promise.all([
      queryClient.ensureQueryData(topicsQuery(slug)),
      queryClient.ensureQueryData(authQuery()),
    ]);
    const filters = toListFilters(readListFilters(location.search), {
      topics,
      isSignedIn: auth.authenticated,
    });
    const list = await queryClient.ensureInfiniteQueryData(categoryListQuery(slug, filters));
    const page = list.pages[0];
    if (!page) throw notFound();
    if (!page.category) throw notFound({ data: 'empty response' });
    const { name, description, promptCount } = page.category;
    return { name, description, promptCount, prompts: page.prompts };
  },
  head: ({ match: { context }, params, loaderData }) => {
    if (!loaderData) return {};
    const path = paths.category(params.slug);
    return pageHead(context.settings, {
      title: `${loaderData.name} Prompts`,
      description: `${loaderData.description} ${loaderData.promptCount} AI prompts, sorted by topic and tier.`,
      path,
      hasFeed: true,
      image: { path: socialImagePath(params.slug), alt: `${loaderData.name} Prompts` },
      structuredData: [
        breadcrumbData(context.settings, [{ name: loaderData.name, path }]),
        {
          '@type': 'CollectionPage',
          name: `${loaderData.name} Prompts`,
          url: `${context.settings.origin}${path}`,
          mainEntity: itemListData(loaderData.prompts),
        },
      ],
    });
  },
  component: CategoryPage,
  pendingComponent: CategoryPendingPage,
  errorComponent: CategoryErrorPage,
  notFoundComponent: lazyRouteComponent(
    () => import('#web/pages/category/category-not-found-page.tsx'),
    'CategoryNotFoundPage',
  ),
});
