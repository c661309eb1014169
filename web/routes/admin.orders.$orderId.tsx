import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/admin/orders/$orderId')({
  loader: lazyFn(() => import('#web/pages/admin/order/staff-order-page.tsx'), 'loadOrder'),
  component: lazyRouteComponent(
    () => import('#web/pages/admin/order/staff-order-page.tsx'),
    'StaffOrderPage',
  ),
});
