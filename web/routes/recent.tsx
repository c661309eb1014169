import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { recentsQuery } from '#web/features/prompts/recents.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { FRESH_MILLISECONDS } from '#web/pages/lists/freshness.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/recent')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.recent() } });
  },
  loader: ({ context: { queryClient } }) =>
    queryClient.fetchQuery({ ...recentsQuery(), staleTime: FRESH_MILLISECONDS }),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Recent Prompts',
      description: 'The prompts you opened or copied.',
      path: paths.recent(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/recent-page.tsx'), 'RecentPage'),
});
