import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

export const Route = createFileRoute('/account_/teams')({
  beforeLoad: ({ context }) => requireSignIn(context, paths.teams()),
  loader: lazyFn(() => import('#web/pages/teams/teams-page.tsx'), 'loadTeams'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/teams/teams-page.tsx'), 'TeamsPage'),
});
