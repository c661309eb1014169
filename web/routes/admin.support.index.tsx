import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/admin/support/')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/admin/support/load-support.ts'), 'loadTickets'),
  component: lazyRouteComponent(() => import('#web/pages/admin/support/support-page.tsx'), 'SupportPage'),
});
