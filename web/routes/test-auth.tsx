import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';

export const Route = createFileRoute('/test-auth')({
  loader: lazyFn(() => import('#web/pages/test-auth/test-auth-page.tsx'), 'loadTestAuth'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/test-auth/test-auth-page.tsx'), 'TestAuthPage'),
});
