import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/privacy')({
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Privacy Policy',
      description: 'What Promptarium stores about you, why, for how long, and how to have it removed.',
      path: paths.privacy(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/legal/privacy-page.tsx'), 'PrivacyPage'),
});
