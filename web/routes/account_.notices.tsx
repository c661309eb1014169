import { createFileRoute, lazyFn, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/account_/notices')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.notices() } });
  },
  loader: lazyFn(() => import('#web/pages/notices/notices-page.tsx'), 'loadNotices'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Notices',
      description: 'Answers, deliveries, replies and changes.',
      path: paths.notices(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/notices/notices-page.tsx'), 'NoticesPage'),
});
