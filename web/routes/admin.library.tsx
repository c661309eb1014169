import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/admin/library')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/admin/library/load-library.ts'), 'loadLibrary'),
  component: lazyRouteComponent(() => import('#web/pages/admin/library/library-page.tsx'), 'LibraryPage'),
});
