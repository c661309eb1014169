import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { type OpenApiDocument, readApiReference } from './api-document.ts';

/** The API reference, from the OpenAPI document the server publishes for machines. */
export function apiDocumentQuery() {
  return queryOptions({
    queryKey: ['/openapi.json'],
    queryFn: async (context) =>
      readApiReference(readJson<OpenApiDocument>(await callApi(context, '/openapi.json'))),
  });
}
