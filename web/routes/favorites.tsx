import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { favoritesQuery } from '#web/features/favorites/favorites.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { FRESH_MILLISECONDS } from '#web/pages/lists/freshness.ts';
import { readPromptSearch } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/favorites')({
  validateSearch: readPromptSearch,
  loader: async ({ context: { queryClient } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    // Visitors get a page of their own, which leads to the sign-in page (SPEC section 2).
    if (auth.authenticated)
      await queryClient.fetchInfiniteQuery({ ...favoritesQuery(), staleTime: FRESH_MILLISECONDS });
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'My Favorites',
      description: 'The prompts you keep.',
      path: paths.favorites(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/favorites-page.tsx'), 'FavoritesPage'),
});
