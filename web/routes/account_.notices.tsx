import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { noticesQuery } from '#web/features/notices/notices.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/account_/notices')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.notices() } });
  },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.fetchQuery({ ...noticesQuery(), staleTime: STALE_MILLISECONDS });
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Notices',
      description: 'Answers, deliveries and replies.',
      path: paths.notices(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/notices/notices-page.tsx'), 'NoticesPage'),
});
