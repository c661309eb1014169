import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FAVORITE_SORTS } from '#contract/sorts.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { promptListSearch, toPromptListQuery } from '#web/features/catalog/prompt-list-search.ts';
import { pageHead } from '#web/page-head.ts';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

const readSearch = promptListSearch(FAVORITE_SORTS);

export const Route = createFileRoute('/favorites')({
  validateSearch: withPrompt(readSearch),
  beforeLoad: withRememberedSort('favorites', FAVORITE_SORTS),
  // Filters change the list, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: async ({ context: { queryClient }, location }) => {
    const [auth, categories] = await Promise.all([
      queryClient.ensureQueryData(authQuery()),
      queryClient.ensureQueryData(categoriesQuery()),
    ]);
    // Visitors get a page of their own, which leads to the sign-in page.
    if (!auth.authenticated) return;
    const { favoritesQuery } = await import('#web/features/favorites/favorites.queries.ts');
    const query = favoritesQuery(toPromptListQuery(readSearch(location.search), categories));
    await queryClient.fetchInfiniteQuery({ ...query, staleTime: STALE_MILLISECONDS });
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'My Favorites',
      description: 'The prompts you keep.',
      path: paths.favorites(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/favorites/favorites-page.tsx'), 'FavoritesPage'),
});
