import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
import { withPrompt } from '#web/pages/prompt/prompt-search.ts';

export const Route = createFileRoute('/collections/$collectionId')({
  validateSearch: withPrompt(() => ({})),
  // A prompt opened over it is no new page.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lazyFn(() => import('#web/pages/collections/collection-page.tsx'), 'loadCollection'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/collections/collection-page.tsx'), 'CollectionPage'),
});
