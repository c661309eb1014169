import { createFileRoute, lazyFn, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/account_/teams')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.teams() } });
  },
  loader: lazyFn(() => import('#web/pages/teams/teams-page.tsx'), 'loadTeams'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Teams',
      description: 'The people you share collections and saved values with.',
      path: paths.teams(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/teams/teams-page.tsx'), 'TeamsPage'),
});
