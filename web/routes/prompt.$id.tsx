import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { exemplarsQuery } from '#web/features/exemplars/exemplars.queries.ts';
import { isPromptId, promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { LazyExemplars } from '#web/pages/prompt/lazy-exemplars.ts';
import { paths } from '#web/paths.ts';

/** Reading a prompt needs sign-in (SPEC section 2): visitors get a page that says so and leads to the sign-in page. */
export const Route = createFileRoute('/prompt/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) return null;
    if (!isPromptId(id)) throw notFound();
    const answer = await queryClient.ensureQueryData(promptQuery(id));
    if (!answer) throw notFound();
    // A page without its comments or exemplars is still a page: they are asked for again there.
    await Promise.all([
      answer.kind === 'open' ? prefetchComments(queryClient, id) : null,
      queryClient.prefetchQuery(exemplarsQuery(id)),
      LazyExemplars.preload(),
    ]);
    const { title, summary } = answer.prompt;
    return { title, summary };
  },
  head: ({ match: { context }, params, loaderData }) =>
    pageHead(context.settings, {
      title: loaderData?.title ?? 'Prompt',
      description: loaderData?.summary ?? 'Sign in to read this prompt.',
      path: paths.prompt(params.id),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/prompt-page.tsx'), 'PromptPage'),
  notFoundComponent: lazyRouteComponent(() => import('#web/pages/prompt-page.tsx'), 'PromptNotFoundPage'),
});

/** Only members read them: a visitor's scripts do without. */
async function prefetchComments(queryClient: QueryClient, id: string): Promise<void> {
  const { commentsQuery } = await import('#web/features/comments/comments.queries.ts');
  await queryClient.prefetchInfiniteQuery(commentsQuery(id));
}
