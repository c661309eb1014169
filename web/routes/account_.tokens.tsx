import { createFileRoute, lazyFn, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

interface TokensSearch {
  /** The program a token is wanted for: it fills the form. */
  for?: string;
}

export const Route = createFileRoute('/account_/tokens')({
  validateSearch: (search: Record<string, unknown>): TokensSearch =>
    typeof search['for'] === 'string' ? { for: search['for'] } : {},
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: location.href } });
  },
  loader: lazyFn(() => import('#web/pages/tokens/tokens-page.tsx'), 'loadTokens'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Tokens and apps',
      description: 'Your scripts and AI tools.',
      path: paths.tokens(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/tokens/tokens-page.tsx'), 'TokensPage'),
});
