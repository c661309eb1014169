import autocannon from 'autocannon';

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  failures: number;
}

/** Asks the same addresses in turn, from `connections` keep-alive connections. */
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
  return {
    requestsPerSecond: result.requests.average,
    median: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
