import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

interface JoinSearch {
  invitation: string;
  key: string;
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const Route = createFileRoute('/account_/teams_/join')({
  validateSearch: (search: Record<string, unknown>): JoinSearch => ({
    invitation: textOf(search['invitation']),
    key: textOf(search['key']),
  }),
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ context, location }) => requireSignIn(context, location.href),
  loader: lazyFn(() => import('#web/pages/teams/join-page.tsx'), 'loadInvitation'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/teams/join-page.tsx'), 'JoinPage'),
});
