import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isTier, type Tier } from '#contract/tiers.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { isOrderId } from '#web/features/orders/orders.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

interface SuccessSearch {
  /** The plan that was paid for. It says what to wait for, and proves nothing. */
  tier?: Tier;
  /** An order instead of a plan. */
  order?: string;
  /** The provider's, when a bank's page led here: chooses words, and proves nothing. */
  redirect_status?: string;
}

export const Route = createFileRoute('/subscription-success')({
  validateSearch: (search: Record<string, unknown>): SuccessSearch => {
    const { tier, order, redirect_status: outcome } = search;
    return {
      ...(isTier(tier) && tier !== 'engineer' ? { tier } : {}),
      ...(isOrderId(order) ? { order } : {}),
      ...(typeof outcome === 'string' ? { redirect_status: outcome } : {}),
    };
  },
  beforeLoad: async ({ context: { queryClient }, search: { tier, order } }) => {
    const returnUrl = paths.subscriptionSuccess({ ...(tier ? { tier } : {}), ...(order ? { order } : {}) });
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl } });
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Your payment',
      description: 'What came of your payment.',
      path: paths.subscriptionSuccess(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(
    () => import('#web/pages/subscription-success-page.tsx'),
    'SubscriptionSuccessPage',
  ),
});
