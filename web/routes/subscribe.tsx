import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { isTier, type Tier } from '#contract/tiers.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { isPromptId, promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { FRESH_MILLISECONDS } from '#web/pages/lists/freshness.ts';
import { paths } from '#web/paths.ts';
import { requirePayingDocument } from '#web/paying-document.ts';

interface SubscribeSearch {
  /** Chooses a plan at once; engineer is the form for a custom prompt. */
  tier?: Tier;
  /** From where the trial was promised. */
  trial?: '1';
  /** The engineer prompt a custom one is ordered from. */
  prompt?: string;
}

/** What it cannot read it ignores (DECISIONS 46). */
function readSearch({ tier, trial, prompt }: Record<string, unknown>): SubscribeSearch {
  return {
    ...(isTier(tier) ? { tier } : {}),
    ...(trial === '1' ? { trial } : {}),
    ...(isPromptId(prompt) ? { prompt } : {}),
  };
}

export const Route = createFileRoute('/subscribe')({
  validateSearch: readSearch,
  // Choosing a plan is another address and the same page.
  shouldReload: ({ cause }) => cause !== 'stay',
  beforeLoad: ({ location }) => requirePayingDocument(location.href),
  loader: async ({ context: { queryClient }, location }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    // Visitors get a view of their own (SPEC section 2).
    if (!auth.authenticated) return;
    const { prompt } = readSearch(location.search);
    await Promise.all([
      queryClient.fetchQuery({ ...statusQuery(), staleTime: FRESH_MILLISECONDS }),
      queryClient.ensureQueryData(billingSettingsQuery()),
      prompt === undefined ? undefined : queryClient.prefetchQuery(promptQuery(prompt)),
    ]);
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Choose Your Plan',
      description: 'Basic, Advanced and Pro: what each plan opens and what it costs a month.',
      path: paths.subscribe(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/subscribe-page.tsx'), 'SubscribePage'),
});
