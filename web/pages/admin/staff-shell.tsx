import { Outlet } from '@tanstack/react-router';
import { useUser } from '#web/features/account/account.queries.ts';
import { StaffNav } from '#web/features/admin/staff-nav.tsx';
import { LazyMemberShell } from '#web/layout/shell/lazy-member-shell.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** A member's frame with the navigation of staff. Its route lets staff in only. */
export function StaffShell() {
  const user = useUser();
  if (!user) return <Spinner />;
  return (
    <LazyMemberShell user={user} width="page" side={<StaffNav role={user.role} />}>
      <Outlet />
    </LazyMemberShell>
  );
}
