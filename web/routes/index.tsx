import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery, sampleQuery, tiersQuery } from '#web/features/catalog/catalog.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { LazyDashboardPage } from '#web/pages/dashboard/lazy-dashboard-page.ts';
import { readSampleSearch, sampleCategory } from '#web/pages/landing/sample-category.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { paths } from '#web/paths.ts';
import { PROMPT_FONT } from '#web/styles/fonts.ts';

export const Route = createFileRoute('/')({
  validateSearch: readSampleSearch,
  // Another sample is no new page: the card follows, and the pressed tab keeps the focus.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: async ({ context: { queryClient }, location }) => {
    const [auth, categories] = await Promise.all([
      queryClient.ensureQueryData(authQuery()),
      queryClient.ensureQueryData(categoriesQuery()),
    ]);
    if (!auth.authenticated) {
      const shown = sampleCategory(categories, readSampleSearch(location.search));
      await Promise.all([
        queryClient.ensureQueryData(tiersQuery()),
        shown && queryClient.ensureQueryData(sampleQuery(shown.slug)),
      ]);
      return;
    }
    const [{ dashboardQuery }] = await Promise.all([
      // Apart from the landing page, which stands at the same address.
      import('#web/features/dashboard/dashboard.queries.ts'),
      LazyDashboardPage.preload(),
    ]);
    // The page stands without it, so it does not fail for it.
    await queryClient.prefetchQuery({ ...dashboardQuery(), staleTime: STALE_MILLISECONDS });
    // The visitor's title would offer what a member has.
    return `Home · ${BRAND.name}`;
  },
  head: ({ match: { context }, loaderData }) => {
    const head = pageHead(context.settings, {
      title: loaderData ?? `${BRAND.name}: AI prompts you can find, fill in and copy`,
      description:
        'A tiered library of AI prompts for work, family, health and money. Each written for its purpose, filed by topic, ready to copy.',
      path: paths.home(),
      structuredData: import.meta.env.SSR ? [siteData(context.settings.origin)] : undefined,
    });
    const font = {
      rel: 'preload',
      href: PROMPT_FONT,
      as: 'font',
      type: 'font/woff2',
      crossOrigin: 'anonymous' as const,
    };
    return { ...head, links: [...head.links, font] };
  },
  component: lazyRouteComponent(() => import('#web/pages/home/home-page.tsx'), 'HomePage'),
});

/** The site and its search, for search engines. */
function siteData(origin: string): Record<string, unknown> {
  return {
    '@type': 'WebSite',
    name: BRAND.name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}/search?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  };
}
