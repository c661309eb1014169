import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/account')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.account() } });
  },
  loader: async ({ context: { queryClient } }) => {
    const staleTime = STALE_MILLISECONDS;
    const [{ accountQuery, mailChoicesQuery, sessionsQuery }, { recentsQuery }] = await Promise.all([
      import('#web/features/account/account-settings.queries.ts'),
      import('#web/features/recents/recents.queries.ts'),
    ]);
    await Promise.all([
      queryClient.fetchQuery({ ...accountQuery(), staleTime }),
      queryClient.fetchQuery({ ...sessionsQuery(), staleTime }),
      queryClient.fetchQuery({ ...mailChoicesQuery(), staleTime }),
      queryClient.fetchQuery({ ...statusQuery(), staleTime }),
      queryClient.ensureInfiniteQueryData(recentsQuery()),
    ]);
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Account',
      description: 'Your name, where you are signed in, your data, and how to leave.',
      path: paths.account(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/account/account-page.tsx'), 'AccountPage'),
});
