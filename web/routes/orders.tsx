import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { loadedHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requirePaymentDocument } from '#web/payment-document.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

/** My custom prompts; `?order=` opens one of them. */
export const Route = createFileRoute('/orders')({
  validateSearch: (search: Record<string, unknown>): { order?: string } =>
    isId(search['order']) ? { order: search['order'] } : {},
  loaderDeps: ({ search: { order } }) => ({ order }),
  beforeLoad: async ({ context, search: { order }, location }) => {
    await requireSignIn(context, paths.orders(order));
    requirePaymentDocument(location.href);
  },
  loader: lazyFn(() => import('#web/pages/orders/orders-page.tsx'), 'loadOrders'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/orders/orders-page.tsx'), 'OrdersPage'),
  notFoundComponent: lazyRouteComponent(
    () => import('#web/pages/orders/orders-page.tsx'),
    'OrderNotFoundPage',
  ),
});
