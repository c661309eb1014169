import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { topRatedQuery } from '#web/features/prompts/top-rated.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { readPromptSearch } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/top-rated')({
  validateSearch: readPromptSearch,
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureInfiniteQueryData(topRatedQuery());
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Top Rated',
      description: 'The best rated prompts of all categories, by the votes of members.',
      path: paths.topRated(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/top-rated-page.tsx'), 'TopRatedPage'),
});
