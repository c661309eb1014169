import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { FAVORITE_SORTS } from '#contract/sorts.ts';
import { promptListSearch } from '#web/features/catalog/cross-category-search.ts';
import { pageHead } from '#web/page-head.ts';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

const readSearch = promptListSearch(FAVORITE_SORTS);

export const Route = createFileRoute('/favorites')({
  validateSearch: withPrompt(readSearch),
  beforeLoad: withRememberedSort('favorites', FAVORITE_SORTS),
  // Filters change the list, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lazyFn(() => import('#web/pages/favorites/favorites-page.tsx'), 'loadFavorites'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'My Favorites',
      description: 'The prompts you keep.',
      path: paths.favorites(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/favorites/favorites-page.tsx'), 'FavoritesPage'),
});
