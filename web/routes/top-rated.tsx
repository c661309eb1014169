import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { TOP_RATED_SORTS } from '#contract/sorts.ts';
import { promptListSearch } from '#web/features/catalog/cross-category-search.ts';
import { pageHead } from '#web/page-head.ts';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

const readSearch = promptListSearch(TOP_RATED_SORTS);

export const Route = createFileRoute('/top-rated')({
  validateSearch: withPrompt(readSearch),
  beforeLoad: withRememberedSort('top-rated', TOP_RATED_SORTS),
  // Filters change the list, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lazyFn(() => import('#web/pages/top-rated/top-rated-page.tsx'), 'loadTopRated'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Top Rated',
      description: 'The best rated prompts of all categories, by the votes of members.',
      path: paths.topRated(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/top-rated/top-rated-page.tsx'), 'TopRatedPage'),
});
