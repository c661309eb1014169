import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { isPromptId, promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

/** Reading a prompt needs sign-in (SPEC section 2): visitors get a page that says so and leads to the sign-in page. */
export const Route = createFileRoute('/prompt/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    const parts = () => import('#web/pages/prompt/prefetch-parts.ts');
    if (!auth.authenticated) {
      if (isPromptId(id)) await (await parts()).prefetchParts(queryClient, id, 'visitor');
      return null;
    }
    if (!isPromptId(id)) throw notFound();
    const answer = await queryClient.ensureQueryData(promptQuery(id));
    if (!answer) throw notFound();
    await (await parts()).prefetchParts(queryClient, id, answer.kind);
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
