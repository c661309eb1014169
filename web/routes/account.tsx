import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

export const Route = createFileRoute('/account')({
  beforeLoad: ({ context }) => requireSignIn(context, paths.account()),
  loader: lazyFn(() => import('#web/pages/account/account-page.tsx'), 'loadAccount'),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Account',
      description: 'Your name, where you are signed in, your data, and how to leave.',
      path: paths.account(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/account/account-page.tsx'), 'AccountPage'),
});
