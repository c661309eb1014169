import {
  infiniteQueryOptions,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import type { ZodType, z } from 'zod';
import type { Endpoint, Input } from '#contract/endpoint.ts';
import { call, setFetcher } from './call.ts';
import type { Fetcher } from './client.ts';

/**
 * Data stays fresh for ever; nothing is fetched twice or tried again by itself.
 * @param fetcher in the browser the network, on the server our own handlers
 */
export function createQueryClient(fetcher: Fetcher): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Offline a call fails at once and the page says so; the default would wait in silence for the network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  setFetcher(client, fetcher);
  return client;
}

/** Where the response of a call is kept. Without input: all responses of the endpoint, for `invalidateQueries`. */
export function keyOf<E extends Endpoint>({ url }: E, input?: Partial<Input<E>>): readonly unknown[] {
  return input === undefined || Object.keys(input).length === 0 ? [url] : [url, input];
}

/** How a list is asked for, page by page. */
export type ListQuery<E extends Endpoint> = E['query'] extends ZodType
  ? Omit<NonNullable<z.input<E['query']>>, 'cursor' | 'limit'>
  : never;

/** For `keyOf`: a list without filters has the endpoint's own key. */
export function listInput<E extends Endpoint>(filters: ListQuery<E>): Partial<Input<E>> {
  // The cast: what a list is asked for by is a part of the endpoint's query, which only its own type says.
  return (Object.keys(filters).length === 0 ? {} : { query: filters }) as Partial<Input<E>>;
}

/** The query whose data is the response of one endpoint. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: (context) => call(endpoint, input, context),
  });
}

/**
 * A list that arrives in pages, each with the cursor of the next.
 * @param ask fetches the page behind `cursor`, the first without one; null where there is no such list
 * @param freshFor milliseconds after which a list with this first page is fetched again on the next visit
 */
export function pagedQuery<Page extends { nextCursor: string | null } | null>(
  queryKey: readonly unknown[],
  ask: (cursor: string | undefined, context: Omit<QueryFunctionContext, 'pageParam'>) => Promise<Page>,
  freshFor: (first: Page | undefined) => number = () => Number.POSITIVE_INFINITY,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: (context) => ask(context.pageParam ?? undefined, context),
    // The cast: the type of all cursors is inferred from the first.
    initialPageParam: null as string | null,
    staleTime: (query) => freshFor(query.state.data?.pages[0]),
    getNextPageParam: (last: Page) => last?.nextCursor ?? undefined,
  });
}
