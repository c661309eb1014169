import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/help')({
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Help',
      description: 'Plans, trial, refunds, copying, exports, privacy and deleting an account: short answers.',
      path: paths.help(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/help/help-page.tsx'), 'HelpPage'),
});
