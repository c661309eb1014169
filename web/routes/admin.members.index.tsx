import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/admin/members/')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/admin/members/load-members.ts'), 'loadMembers'),
  component: lazyRouteComponent(() => import('#web/pages/admin/members/members-page.tsx'), 'MembersPage'),
});
