import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { isTier, type Tier } from '#contract/tiers.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

interface SuccessSearch {
  /** The plan that was paid for. It says what to wait for, and proves nothing. */
  tier?: Tier;
  /** An order instead of a plan. */
  order?: string;
  /** To return to, now that the plan opens it. */
  prompt?: string;
  /** The provider's, when a bank's page led here: selects a message, and proves nothing. */
  redirect_status?: string;
}

export const Route = createFileRoute('/subscription-success')({
  validateSearch: (search: Record<string, unknown>): SuccessSearch => {
    const { tier, order, prompt, redirect_status: outcome } = search;
    return {
      ...(isTier(tier) && tier !== 'engineer' ? { tier } : {}),
      ...(isId(order) ? { order } : {}),
      ...(isId(prompt) ? { prompt } : {}),
      ...(typeof outcome === 'string' ? { redirect_status: outcome } : {}),
    };
  },
  beforeLoad: ({ context, search: { redirect_status: _, ...paid } }) =>
    requireSignIn(context, paths.subscriptionSuccess(paid)),
  loaderDeps: ({ search: { prompt } }) => ({ prompt }),
  // Never throws: without it the way leads home.
  loader: async ({ context: { queryClient }, deps: { prompt } }) => {
    if (prompt !== undefined) await queryClient.prefetchQuery(promptCardQuery(prompt));
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Your payment',
      description: 'The outcome of your payment.',
      path: paths.subscriptionSuccess(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(
    () => import('#web/pages/subscription-success/subscription-success-page.tsx'),
    'SubscriptionSuccessPage',
  ),
});
