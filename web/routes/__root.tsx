import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { Document } from '#web/layout/document.tsx';
import { loadViewer } from '#web/layout/session/viewer.ts';
import type { RouterContext } from '#web/router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { property: 'og:site_name', content: BRAND.name },
    ],
  }),
  loader: ({ context: { queryClient } }) => loadViewer(queryClient),
  component: Document,
  notFoundComponent: lazyRouteComponent(
    () => import('#web/pages/not-found/not-found-page.tsx'),
    'NotFoundPage',
  ),
});
