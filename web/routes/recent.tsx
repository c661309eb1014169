import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { RECENT_SORTS } from '#contract/sorts.ts';
import { promptListSearch } from '#web/features/catalog/cross-category-search.ts';
import { pageHead } from '#web/page-head.ts';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

const applyRememberedSort = withRememberedSort('recent', RECENT_SORTS);
const readSearch = promptListSearch(RECENT_SORTS);

export const Route = createFileRoute('/recent')({
  validateSearch: withPrompt(readSearch),
  // Filters change the list, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  beforeLoad: async (entering) => {
    await requireSignIn(entering.context, paths.recent());
    applyRememberedSort(entering);
  },
  loader: lazyFn(() => import('#web/pages/recent/recent-page.tsx'), 'loadRecent'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Recent Prompts',
      description: 'The prompts you opened or copied.',
      path: paths.recent(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/recent/recent-page.tsx'), 'RecentPage'),
});
