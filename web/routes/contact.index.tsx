import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { paths } from '#web/paths.ts';

interface ContactSearch {
  /** Chosen in the form from the start. */
  topic?: string;
  /** What it is about. */
  prompt?: string;
  order?: string;
}

export const Route = createFileRoute('/contact/')({
  validateSearch: (search: Record<string, unknown>): ContactSearch => {
    const { topic, prompt, order } = search;
    return {
      ...(typeof topic === 'string' ? { topic } : {}),
      ...(isId(prompt) ? { prompt } : {}),
      ...(isId(order) ? { order } : {}),
    };
  },
  loaderDeps: ({ search: { prompt, order } }) => ({ prompt, order }),
  // Never throws: without them it is the form all the same.
  loader: async ({ context: { queryClient }, deps: { prompt, order } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (prompt !== undefined) await queryClient.prefetchQuery(promptCardQuery(prompt));
    if (!auth.authenticated) return;
    const { ticketsQuery } = await import('#web/features/support/support.queries.ts');
    await queryClient.prefetchQuery({ ...ticketsQuery(), staleTime: STALE_MILLISECONDS });
    if (order === undefined) return;
    const { orderQuery } = await import('#web/features/orders/orders.queries.ts');
    await queryClient.prefetchQuery(orderQuery(order));
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Contact',
      description: 'Write to the people behind the library: questions, payments, custom prompts, privacy.',
      path: paths.contact(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/contact/contact-page.tsx'), 'ContactPage'),
});
