import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { userQuery } from '#web/features/account/account.queries.ts';

/** All of staff's pages. To everybody else they are none. */
export const Route = createFileRoute('/admin')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const user = await queryClient.ensureQueryData(userQuery());
    if (!user || user.role === 'member') throw notFound();
  },
  component: lazyRouteComponent(() => import('#web/pages/admin/staff-shell.tsx'), 'StaffShell'),
});
