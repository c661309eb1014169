import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/admin/audit/load-audit.ts'), 'loadAudit'),
  component: lazyRouteComponent(() => import('#web/pages/admin/audit/audit-page.tsx'), 'AuditPage'),
});
