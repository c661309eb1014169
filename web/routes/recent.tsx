import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { FRESH_MILLISECONDS } from '#web/pages/lists/freshness.ts';
import { readPromptSearch } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/recent')({
  validateSearch: readPromptSearch,
  beforeLoad: async ({ context: { queryClient } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.recent() } });
  },
  loader: async ({ context: { queryClient } }) => {
    const { recentsQuery } = await import('#web/features/recents/recents.queries.ts');
    await queryClient.fetchQuery({ ...recentsQuery(), staleTime: FRESH_MILLISECONDS });
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Recent Prompts',
      description: 'The prompts you opened or copied.',
      path: paths.recent(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/recent-page.tsx'), 'RecentPage'),
});
