import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import type { Fetcher, RawAnswer } from './client.ts';

const fetchers = new WeakMap<QueryClient, Fetcher>();

/**
 * Data stays fresh for ever; nothing is fetched twice or tried again by itself (SPEC section 7).
 * The fetcher goes with the client: in the browser the network, on the server our own handlers.
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
  fetchers.set(client, fetcher);
  return client;
}

/** Calls the API from inside a query function. */
export function callApi(
  context: Pick<QueryFunctionContext, 'client' | 'signal'>,
  path: string,
): Promise<RawAnswer> {
  const fetcher = fetchers.get(context.client);
  if (!fetcher) throw new Error('This query runs in a client without a fetcher.');
  return fetcher(path, context.signal);
}
