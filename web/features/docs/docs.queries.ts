import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '#web/api/call.ts';

const PATH = '/openapi.json';

/** The API reference, from the OpenAPI document the server publishes for machines. */
export function apiDocumentQuery() {
  return queryOptions({
    queryKey: [PATH],
    queryFn: async (context) => {
      // Every page's first script holds the routes, and with them this query: only the page that runs it needs the reader.
      const { readApiReference } = await import('./api-document.ts');
      return readApiReference(await fetchJson(PATH, context));
    },
  });
}
