import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

interface UnsubscribeSearch {
  member?: string;
  group?: string;
  /** The signature, which the server checks. */
  key?: string;
}

export const Route = createFileRoute('/account_/unsubscribe')({
  validateSearch: (search: Record<string, unknown>): UnsubscribeSearch => {
    const { member, group, key } = search;
    return {
      ...(typeof member === 'string' ? { member } : {}),
      ...(typeof group === 'string' ? { group } : {}),
      ...(typeof key === 'string' ? { key } : {}),
    };
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Unsubscribe',
      description: 'Unsubscribe from one kind of email from Promptarium.',
      path: paths.unsubscribe(),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(
    () => import('#web/pages/unsubscribe/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
});
