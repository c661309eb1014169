import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

interface TokensSearch {
  /** The program a token is wanted for: it fills the form. */
  for?: string;
}

export const Route = createFileRoute('/account_/tokens')({
  validateSearch: (search: Record<string, unknown>): TokensSearch =>
    typeof search['for'] === 'string' ? { for: search['for'] } : {},
  beforeLoad: ({ context, location }) => requireSignIn(context, location.href),
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
