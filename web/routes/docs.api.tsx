import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { apiDocumentQuery } from '#web/features/docs/docs.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/docs/api')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(apiDocumentQuery()),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'API',
      description: `Every call of the ${BRAND.name} API: addresses, parameters and responses.`,
      path: paths.apiDocs(),
    }),
  component: lazyRouteComponent(() => import('#web/pages/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
});
