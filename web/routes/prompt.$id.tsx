import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import type { PromptCard } from '#contract/prompts.ts';
import type { PageSettings } from '#contract/rendering.ts';
import { socialImagePath } from '#contract/social-images.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { promptCardQuery, promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { breadcrumbData, pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

/** Reading a prompt needs sign-in: visitors get what anybody may know of it, and are led to the sign-in page. */
export const Route = createFileRoute('/prompt/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!isId(id)) throw notFound();
    const auth = await queryClient.ensureQueryData(authQuery());
    const result = auth.authenticated
      ? await queryClient.ensureQueryData(promptQuery(id))
      : await visitorPrompt(queryClient, id);
    const { prefetchPanels } = await import('#web/pages/prompt/prefetch-panels.ts');
    await prefetchPanels(queryClient, id, result?.kind ?? 'missing');
    if (!result) throw notFound();
    const { title, summary, category, topic, tier, createdAt } = result.prompt;
    return { title, summary, category, topic, tier, createdAt };
  },
  head: ({ match: { context }, params, loaderData: prompt }) =>
    pageHead(context.settings, {
      title: prompt?.title ?? 'Prompt',
      description: prompt?.summary ?? 'Sign in to read this prompt.',
      path: paths.prompt(params.id),
      image: prompt && imageOf(prompt),
      structuredData:
        import.meta.env.SSR && prompt ? structuredData(context.settings, params.id, prompt) : undefined,
    }),
  component: lazyRouteComponent(() => import('#web/pages/prompt/prompt-page.tsx'), 'PromptPage'),
  notFoundComponent: lazyRouteComponent(
    () => import('#web/pages/prompt/prompt-page.tsx'),
    'PromptNotFoundPage',
  ),
});

async function visitorPrompt(queryClient: QueryClient, id: string) {
  const prompt = await queryClient.ensureQueryData(promptCardQuery(id));
  return prompt && { kind: 'visitor' as const, prompt };
}

type HeadFacts = Pick<PromptCard, 'title' | 'summary' | 'category' | 'topic' | 'tier' | 'createdAt'>;

/** Its topic's: title and summary stand beside it in a preview anyway. */
function imageOf({ category, topic }: HeadFacts) {
  return { path: socialImagePath(category.slug, topic.slug), alt: `${topic.name} Prompts` };
}

function structuredData(settings: PageSettings, id: string, prompt: HeadFacts) {
  const { title, summary, category, topic, tier, createdAt } = prompt;
  return [
    breadcrumbData(settings, [
      { name: category.name, path: paths.category(category.slug) },
      { name: topic.name, path: paths.topic(category.slug, topic.slug) },
      { name: title, path: paths.prompt(id) },
    ]),
    {
      '@type': 'CreativeWork',
      name: title,
      description: summary,
      dateCreated: createdAt,
      isAccessibleForFree: tier === 'basic',
    },
  ];
}
