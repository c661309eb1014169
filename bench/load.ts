import autocannon from 'autocannon';

/** What browsers accept. */
export const ACCEPT = { 'accept-encoding': 'gzip, deflate, br' };

/** Seconds; whoever starts a load stops it sooner. */
const MAX_LOAD_SECONDS = 3600;

export interface Load {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  median: number;
  failures: number;
}

/** Each connection asks for addresses of its own in turn; where there are several, for none of them twice. */
export async function load(
  url: string,
  paths: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const [first = '/', ...others] = paths;
  if (others.length === 0) {
    return await loadByConnection(url, () => [{ method: 'GET', path: first }], { connections, seconds });
  }
  const requestsOf = (connection: number) =>
    paths
      .filter((_, index) => index % connections === connection)
      .map((path): BenchRequest => ({ method: 'GET', path }));
  return await loadByConnection(url, requestsOf, { connections, seconds, atMost: paths.length });
}

function toLoad(result: autocannon.Result): Load {
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    median: result.latency.p50,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** One request of a load; `body` makes a new JSON text for every time it is sent. */
export interface BenchRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: () => string;
}

/** What one connection sends, in turn, again and again: members with sessions of their own. */
type RequestsOf = (connection: number) => readonly BenchRequest[];

/** As many as possible, or `atMost` so many. */
export async function loadByConnection(
  url: string,
  requestsOf: RequestsOf,
  { connections, seconds, atMost }: { connections: number; seconds: number; atMost?: number },
): Promise<Load> {
  const limit = atMost === undefined ? {} : { maxOverallRequests: atMost };
  const setupClient = clientSetup(requestsOf);
  return toLoad(await autocannon({ url, connections, duration: seconds, ...limit, setupClient }));
}

/** Like loadByConnection, until it is stopped. */
export function startLoad(
  url: string,
  requestsOf: RequestsOf,
  { connections }: { connections: number },
): { stop(): Promise<Load> } {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const instance = autocannon(
    { url, connections, duration: MAX_LOAD_SECONDS, setupClient: clientSetup(requestsOf) },
    (error: Error | null, result) => (error ? reject(error) : resolve(result)),
  );
  return {
    async stop() {
      instance.stop();
      return toLoad(await promise);
    },
  };
}

function clientSetup(requestsOf: RequestsOf): (client: autocannon.Client) => void {
  let connection = 0;
  return (client) => client.setRequests(requestsOf(connection++).map(toRequest));
}

function toRequest({ method, path, headers: own = {}, body }: BenchRequest): autocannon.Request {
  const headers = { ...ACCEPT, ...own };
  if (body === undefined) return { method, path, headers };
  const jsonHeaders = { ...headers, 'content-type': 'application/json' };
  return { method, path, headers: jsonHeaders, setupRequest: (request) => ({ ...request, body: body() }) };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
