import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/test-auth')({
  loader: lazyFn(() => import('#web/pages/test-auth/test-auth-page.tsx'), 'loadTestAuth'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Authentication test',
      description: 'Tries signing in, for developers.',
      path: paths.testAuth(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/test-auth/test-auth-page.tsx'), 'TestAuthPage'),
});
