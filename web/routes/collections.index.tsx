import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';

export const Route = createFileRoute('/collections/')({
  loader: async (call) => (await import('#web/pages/collections/collections-page.tsx')).loadCollections(call),
  head: loadedHead,
  component: lazyRouteComponent(
    () => import('#web/pages/collections/collections-page.tsx'),
    'CollectionsPage',
  ),
});
