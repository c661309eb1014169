import { createFileRoute } from '@tanstack/react-router';
import { apiDocumentQuery } from '#web/features/docs/docs.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { ApiDocsPage } from '#web/pages/api-docs-page.tsx';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/docs/api')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(apiDocumentQuery()),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'API',
      description: 'Every call of the Promptarium API: addresses, parameters and answers.',
      path: paths.apiDocs(),
    }),
  component: ApiDocsPage,
});
