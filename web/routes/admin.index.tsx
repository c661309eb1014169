import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/admin/')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/admin/overview/load-overview.ts'), 'loadOverview'),
  component: lazyRouteComponent(() => import('#web/pages/admin/overview/overview-page.tsx'), 'OverviewPage'),
});
