import autocannon from 'autocannon';

/** Seconds; whoever starts a load stops it sooner. */
const LONGEST_LOAD = 3600;

export interface Load {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  failures: number;
}

/** Requests the same addresses in turn, from `connections` keep-alive connections. */
export async function load(
  url: string,
  paths: readonly string[],
  options: { connections: number; seconds: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    requests: paths.map((path) => ({ method: 'GET', path })),
  });
  return toLoad(result);
}

function toLoad(result: autocannon.Result): Load {
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    median: result.latency.p50,
    p99: result.latency.p99,
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

/** `perSecond` is for all connections together; as many as possible when absent. */
export async function loadByConnection(
  url: string,
  requestsOf: RequestsOf,
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Load> {
  const rate = perSecond === undefined ? {} : { overallRate: perSecond };
  const setupClient = clientSetup(requestsOf);
  return toLoad(await autocannon({ url, connections, duration: seconds, ...rate, setupClient }));
}

/** Like loadByConnection, until it is stopped. */
export function startLoad(
  url: string,
  requestsOf: RequestsOf,
  { connections }: { connections: number },
): { stop(): Promise<Load> } {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const instance = autocannon(
    { url, connections, duration: LONGEST_LOAD, setupClient: clientSetup(requestsOf) },
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

function toRequest({ method, path, headers = {}, body }: BenchRequest): autocannon.Request {
  if (body === undefined) return { method, path, headers };
  const jsonHeaders = { ...headers, 'content-type': 'application/json' };
  return { method, path, headers: jsonHeaders, setupRequest: (request) => ({ ...request, body: body() }) };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
