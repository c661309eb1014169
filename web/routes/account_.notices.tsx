import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

export const Route = createFileRoute('/account_/notices')({
  // The page takes it for what it is: what is checked here, every page loads.
  validateSearch: (search: Record<string, unknown>) => search as { day?: unknown },
  beforeLoad: ({ context }) => requireSignIn(context, paths.notices()),
  loader: lazyFn(() => import('#web/pages/notices/notices-page.tsx'), 'loadNotices'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/notices/notices-page.tsx'), 'NoticesPage'),
});
