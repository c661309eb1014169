import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';

export const Route = createFileRoute('/c/$share')({
  validateSearch: withPrompt(() => ({})),
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lazyFn(() => import('#web/pages/collections/shared-collection-page.tsx'), 'loadSharedCollection'),
  head: loadedHead,
  component: lazyRouteComponent(
    () => import('#web/pages/collections/shared-collection-page.tsx'),
    'SharedCollectionPage',
  ),
});
