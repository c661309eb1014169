import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/admin/orders/')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/admin/orders/load-orders.ts'), 'loadOrders'),
  component: lazyRouteComponent(
    () => import('#web/pages/admin/orders/order-queue-page.tsx'),
    'OrderQueuePage',
  ),
});
