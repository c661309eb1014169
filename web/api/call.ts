import type { QueryClient } from '@tanstack/react-query';
import type { ZodType } from 'zod';
import { type Endpoint, type Input, type ResponseBody, urlOf } from '#contract/endpoint.ts';
import type { ApiResponse } from '#contract/rendering.ts';
import { ApiError, type Fetcher, fetchInBrowser } from './client.ts';

interface CallOptions {
  /** Inside a query function: its fetcher is used, on the server our own handlers. */
  client?: QueryClient;
  signal?: AbortSignal;
  milliseconds?: number;
}

type AnyInput = { body?: unknown; query?: object };

/** What the browser's build leaves of an endpoint. */
type Address = Pick<Endpoint, 'method' | 'url'>;

const fetchers = new WeakMap<QueryClient, Fetcher>();

export function setFetcher(client: QueryClient, fetcher: Fetcher): void {
  fetchers.set(client, fetcher);
}

/**
 * Calls an endpoint of the contract: `call(addFavorite, { id })`.
 * @throws ApiError for any response but success; TypeError or a TimeoutError when the network fails
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): Promise<ResponseBody<E>>;
export async function call(endpoint: Address, input: AnyInput, options: CallOptions = {}): Promise<unknown> {
  return readJson(await send(endpoint, input, options));
}

/** For payments: the server calls the provider in the meantime, which gets time for a second attempt. */
const PROVIDER_MILLISECONDS = 25_000;

/** Calls an endpoint behind which the server asks the payment provider. */
export function callWithPaymentTimeout<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<ResponseBody<E>> {
  return call(endpoint, input, { milliseconds: PROVIDER_MILLISECONDS });
}

export interface ListPage<Items> {
  items: Items;
  /** How many there are over all pages. */
  total: number;
  nextCursor: string | null;
  /** Of a search: the words searched instead, when nothing matched the ones asked for. */
  corrected?: string;
}

/** Calls an endpoint whose response is one page of a list; total and next page are in headers. */
export function callPage<E extends Endpoint & { response: ZodType<readonly unknown[]> }>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): Promise<ListPage<ResponseBody<E>>>;
export async function callPage(
  endpoint: Address,
  input: AnyInput,
  options: CallOptions = {},
): Promise<ListPage<readonly unknown[]>> {
  const response = await send(endpoint, input, options);
  const items = readJson(response);
  const { headers } = response;
  const corrected = headers['x-search-corrected'];
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers['link'] ?? '')?.[1];
  return {
    items,
    total: Number(headers['x-total-count'] ?? items.length),
    nextCursor: next ? new URL(next, 'http://localhost').searchParams.get('cursor') : null,
    ...(corrected ? { corrected: decodeURIComponent(corrected) } : {}),
  };
}

function send(
  endpoint: Address,
  { body, ...input }: AnyInput,
  { client, ...options }: CallOptions,
): Promise<ApiResponse> {
  const { signal, milliseconds } = options;
  return fetcherOf(client)(urlOf(endpoint, input), {
    method: endpoint.method,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
    ...(milliseconds === undefined ? {} : { milliseconds }),
  });
}

/** The machine-readable description of the API, which is no endpoint of it. */
export async function fetchJson(path: string, context: CallOptions) {
  return readJson(await fetcherOf(context.client)(path));
}

function fetcherOf(client: QueryClient | undefined): Fetcher {
  const fetcher = client ? fetchers.get(client) : fetchInBrowser;
  if (!fetcher) throw new Error('This query runs in a client without a fetcher.');
  return fetcher;
}

/** The body of a successful response; its shape is the server's promise, which sends nothing outside its schemas. */
// biome-ignore lint/suspicious/noExplicitAny: the type comes with the endpoint that was called.
function readJson(response: ApiResponse): any {
  if (response.status < 200 || response.status > 299) throw new ApiError(response);
  return JSON.parse(response.text);
}

/** For `catch`: what is not there, or not any more, becomes null; any other failure stays one. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return null;
  throw error;
}
