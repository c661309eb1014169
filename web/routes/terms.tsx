import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/terms')({
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Terms of Service',
      description: 'What you and we agree on when you use Promptarium: accounts, plans, prompts and conduct.',
      path: paths.terms(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/legal/terms-page.tsx'), 'TermsPage'),
});
