import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/admin/support/$id')({
  loader: lazyFn(() => import('#web/pages/admin/support/load-support.ts'), 'loadTicket'),
  component: lazyRouteComponent(
    () => import('#web/pages/admin/support/staff-ticket-page.tsx'),
    'StaffTicketPage',
  ),
});
