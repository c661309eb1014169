import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { error?: string; returnUrl?: string } => ({
    ...(typeof search['error'] === 'string' ? { error: search['error'] } : {}),
    ...(typeof search['returnUrl'] === 'string' ? { returnUrl: search['returnUrl'] } : {}),
  }),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Sign in',
      description: 'Sign in with Google to copy, save and vote on prompts.',
      path: paths.login(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/login-page.tsx'), 'LoginPage'),
});
