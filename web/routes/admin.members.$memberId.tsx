import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/admin/members/$memberId')({
  loader: lazyFn(() => import('#web/pages/admin/member/member-page.tsx'), 'loadMember'),
  component: lazyRouteComponent(() => import('#web/pages/admin/member/member-page.tsx'), 'MemberPage'),
});
