import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { isTier, type Tier } from '#contract/tiers.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { tiersQuery } from '#web/features/catalog/catalog.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { paths } from '#web/paths.ts';
import { requirePaymentDocument } from '#web/payment-document.ts';

interface SubscribeSearch {
  /** Chooses a plan at once; engineer is the form for a custom prompt. */
  tier?: Tier;
  /** From where the trial was promised. */
  trial?: '1';
  /** The prompt that is wanted: an engineer one is ordered, to another a member returns once it is open. */
  prompt?: string;
}

/** Ignores what it cannot read. */
function readSearch({ tier, trial, prompt }: Record<string, unknown>): SubscribeSearch {
  return {
    ...(isTier(tier) ? { tier } : {}),
    ...(trial === '1' ? { trial } : {}),
    ...(isId(prompt) ? { prompt } : {}),
  };
}

export const Route = createFileRoute('/subscribe')({
  validateSearch: readSearch,
  // Choosing a plan changes the address, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  beforeLoad: ({ location }) => requirePaymentDocument(location.href),
  loader: async ({ context: { queryClient }, location }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    const { prompt } = readSearch(location.search);
    const shared = [
      queryClient.prefetchQuery(tiersQuery()),
      prompt === undefined ? undefined : queryClient.prefetchQuery(promptCardQuery(prompt)),
    ];
    // Visitors get a view of their own.
    if (!auth.authenticated) return void (await Promise.all(shared));
    await Promise.all([
      ...shared,
      queryClient.fetchQuery({ ...statusQuery(), staleTime: STALE_MILLISECONDS }),
      queryClient.ensureQueryData(billingSettingsQuery()),
    ]);
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Choose Your Plan',
      description: 'Basic, Advanced and Pro: what each plan opens and what it costs a month.',
      path: paths.subscribe(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/subscribe/subscribe-page.tsx'), 'SubscribePage'),
});
