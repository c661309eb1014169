import { countOf, percentile, steadyLoad } from './constant-rate-load.ts';
import type { SentRequest } from './http-client.ts';
import type { RunningApp } from './processes.ts';

/** Of a steady load, seconds; and what our generator can send on one core, requests/s. */
const STEADY_SECONDS = 5;
const MAX_PER_SECOND = 500;

/** One line of the table: what was measured, against which bar, and whether it holds. */
export interface ResultRow {
  what: string;
  figure: string;
  bar: string;
  holds: boolean;
}

export function table(rows: readonly ResultRow[]): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.figure} | ${row.bar} | ${row.holds ? 'yes' : '**no**'} |`,
  );
  return ['| What | Figure | Bar | Holds |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** @param max megabytes; no bar when absent */
export async function memoryRow(after: string, app: RunningApp, max?: number): Promise<ResultRow> {
  const megabytes = await app.memory();
  return {
    what: `Server memory after ${after}`,
    figure: `${Math.round(megabytes)} MB`,
    bar: max === undefined ? 'none set' : `< ${max} MB`,
    holds: max === undefined || megabytes < max,
  };
}

/**
 * Latency at half of what the server can do, sent by the clock: at full speed there is none but the queue's.
 * @param capacity requests/s
 * @param max of p99, milliseconds; no bar when absent
 */
export async function latencyRow(
  what: string,
  { url }: RunningApp,
  make: (index: number) => SentRequest,
  capacity: number,
  max?: number,
): Promise<ResultRow> {
  const perSecond = Math.max(1, Math.round(Math.min(capacity / 2, MAX_PER_SECOND)));
  const { latencies, failures } = await steadyLoad(url, make, { perSecond, seconds: STEADY_SECONDS });
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  return {
    what: `${what}, ${perSecond.toLocaleString('en-US')} requests/s by the clock: p50, p99; failed`,
    figure: `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms; ${countOf(failures)}`,
    bar: max === undefined ? 'none set' : `p99 ≤ ${max} ms`,
    holds: (max === undefined || p99 <= max) && failures.size === 0,
  };
}
