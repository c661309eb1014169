import { createFileRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';
import { orderQuery, ordersQuery } from '#web/features/orders/orders.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { paths } from '#web/paths.ts';
import { requirePaymentDocument } from '#web/payment-document.ts';

/** My custom prompts; `?order=` opens one of them. */
export const Route = createFileRoute('/orders')({
  validateSearch: (search: Record<string, unknown>): { order?: string } =>
    isId(search['order']) ? { order: search['order'] } : {},
  loaderDeps: ({ search: { order } }) => ({ order }),
  beforeLoad: async ({ context: { queryClient }, search: { order }, location }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.orders(order) } });
    requirePaymentDocument(location.href);
  },
  loader: async ({ context: { queryClient }, deps: { order } }) => {
    const query = { staleTime: STALE_MILLISECONDS };
    if (order === undefined) {
      await queryClient.fetchQuery({ ...ordersQuery(), ...query });
      return 'My Custom Prompts';
    }
    const [found] = await Promise.all([
      queryClient.fetchQuery({ ...orderQuery(order), ...query }),
      // Fetched again where it is needed, should it fail here.
      queryClient.prefetchQuery(billingSettingsQuery()),
    ]);
    if (!found) throw notFound();
    return found.brief.goal;
  },
  head: ({ match: { context }, loaderData }) =>
    pageHead(context.settings, {
      title: loaderData ?? 'My Custom Prompts',
      description: 'The prompts you ordered.',
      path: paths.orders(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/orders/orders-page.tsx'), 'OrdersPage'),
  notFoundComponent: lazyRouteComponent(
    () => import('#web/pages/orders/orders-page.tsx'),
    'OrderNotFoundPage',
  ),
});
