import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { LazyDashboardPage } from '#web/pages/lazy-dashboard-page.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    const [auth] = await Promise.all([
      queryClient.ensureQueryData(authQuery()),
      queryClient.ensureQueryData(categoriesQuery()),
    ]);
    if (auth.authenticated) await LazyDashboardPage.preload();
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: `${BRAND.name}: AI prompts, shelved where you can find them`,
      description:
        'A tiered library of AI prompts for work, family, health and money. Each written for its purpose, filed by topic, ready to copy.',
      path: paths.home(),
      structuredData: [
        {
          '@type': 'WebSite',
          name: BRAND.name,
          url: `${context.settings.origin}/`,
          potentialAction: {
            '@type': 'SearchAction',
            target: `${context.settings.origin}/search?q={search_term_string}`,
            'query-input': 'required name=search_term_string',
          },
        },
      ],
    }),
  component: lazyRouteComponent(() => import('#web/pages/home-page.tsx'), 'HomePage'),
});
