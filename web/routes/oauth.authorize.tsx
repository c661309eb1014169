import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/oauth/authorize')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/authorize/authorize-page.tsx'), 'loadAuthorization'),
  component: lazyRouteComponent(() => import('#web/pages/authorize/authorize-page.tsx'), 'AuthorizePage'),
});
