import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
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
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/tokens/tokens-page.tsx'), 'TokensPage'),
});
