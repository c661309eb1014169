import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { RECENT_SORTS } from '#contract/sorts.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { promptListSearch, toPromptListQuery } from '#web/features/catalog/prompt-list-search.ts';
import { pageHead } from '#web/page-head.ts';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

const applyRememberedSort = withRememberedSort('recent', RECENT_SORTS);
const readSearch = promptListSearch(RECENT_SORTS);

export const Route = createFileRoute('/recent')({
  validateSearch: withPrompt(readSearch),
  // Filters change the list, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  beforeLoad: async (entering) => {
    const auth = await entering.context.queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.recent() } });
    applyRememberedSort(entering);
  },
  loader: async ({ context: { queryClient }, location }) => {
    const [{ recentsQuery }, categories] = await Promise.all([
      import('#web/features/recents/recents.queries.ts'),
      queryClient.ensureQueryData(categoriesQuery()),
    ]);
    const query = recentsQuery(toPromptListQuery(readSearch(location.search), categories));
    await queryClient.fetchInfiniteQuery({ ...query, staleTime: STALE_MILLISECONDS });
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Recent Prompts',
      description: 'The prompts you opened or copied.',
      path: paths.recent(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/recent/recent-page.tsx'), 'RecentPage'),
});
