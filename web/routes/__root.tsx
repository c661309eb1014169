import { createRootRouteWithContext } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { Document } from '#web/layout/document.tsx';
import type { RouterContext } from '#web/router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { property: 'og:site_name', content: BRAND.name },
    ],
  }),
  component: Document,
});
