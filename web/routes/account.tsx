import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

export const Route = createFileRoute('/account')({
  beforeLoad: ({ context }) => requireSignIn(context, paths.account()),
  loader: lazyFn(() => import('#web/pages/account/account-page.tsx'), 'loadAccount'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/account/account-page.tsx'), 'AccountPage'),
});
