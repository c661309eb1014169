import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

export const Route = createFileRoute('/account_/teams')({
  beforeLoad: ({ context }) => requireSignIn(context, paths.teams()),
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
