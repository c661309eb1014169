import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/test-auth')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(authQuery()),
      queryClient.ensureQueryData(billingSettingsQuery()),
    ]);
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Authentication test',
      description: 'Tries signing in, for developers.',
      path: paths.testAuth(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/test-auth/test-auth-page.tsx'), 'TestAuthPage'),
});
