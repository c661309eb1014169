import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { staffSearch } from '#web/search-params.ts';

export const Route = createFileRoute('/admin/moderation')({
  validateSearch: staffSearch,
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/admin/moderation/load-moderation.ts'), 'loadModeration'),
  component: lazyRouteComponent(
    () => import('#web/pages/admin/moderation/moderation-page.tsx'),
    'ModerationPage',
  ),
});
