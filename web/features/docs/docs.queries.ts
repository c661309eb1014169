import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import type { OpenApiDocument } from './api-document.ts';

/** The API reference, from the OpenAPI document the server publishes for machines. */
export function apiDocumentQuery() {
  return queryOptions({
    queryKey: ['/openapi.json'],
    queryFn: async (context) => {
      // Every page's first script holds the routes, and with them this question: only who asks it needs the reader.
      const { readApiReference } = await import('./api-document.ts');
      return readApiReference(readJson<OpenApiDocument>(await callApi(context, '/openapi.json')));
    },
  });
}
