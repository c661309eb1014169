import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

export const Route = createFileRoute('/account_/notices')({
  beforeLoad: ({ context }) => requireSignIn(context, paths.notices()),
  loader: lazyFn(() => import('#web/pages/notices/notices-page.tsx'), 'loadNotices'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/notices/notices-page.tsx'), 'NoticesPage'),
});
