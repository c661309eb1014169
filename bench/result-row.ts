import { constantRateLoad, percentile, sumCounts } from './constant-rate-load.ts';
import type { SentRequest } from './http-client.ts';
import type { RunningApp } from './processes.ts';

/** Of a steady load, seconds; and what our generator can send on one core, requests/s. */
const STEADY_SECONDS = 5;
const MAX_PER_SECOND = 500;

/** One row of the table: what was measured, the result, its threshold, and whether it passes. */
export interface ResultRow {
  label: string;
  result: string;
  threshold: string;
  passes: boolean;
}

export function table(rows: readonly ResultRow[]): string {
  const lines = rows.map(
    (row) => `| ${row.label} | ${row.result} | ${row.threshold} | ${row.passes ? 'yes' : '**no**'} |`,
  );
  return ['| What | Figure | Bar | Holds |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** @param max megabytes; no threshold when absent */
export async function memoryRow(after: string, app: RunningApp, max?: number): Promise<ResultRow> {
  const megabytes = await app.memory();
  return {
    label: `Server memory after ${after}`,
    result: `${Math.round(megabytes)} MB`,
    threshold: max === undefined ? 'none set' : `< ${max} MB`,
    passes: max === undefined || megabytes < max,
  };
}

/**
 * Latency at half of what the server can do, sent by the clock: at full speed there is none but the queue's.
 * @param capacity requests/s
 * @param max of p99, milliseconds; no threshold when absent
 */
export async function latencyRow(
  label: string,
  { url }: RunningApp,
  make: (index: number) => SentRequest,
  capacity: number,
  max?: number,
): Promise<ResultRow> {
  const perSecond = Math.max(1, Math.round(Math.min(capacity / 2, MAX_PER_SECOND)));
  const { latencies, failures } = await constantRateLoad(url, make, { perSecond, seconds: STEADY_SECONDS });
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  return {
    label: `${label}, ${perSecond.toLocaleString('en-US')} requests/s by the clock: p50, p99; failed`,
    result: `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms; ${sumCounts(failures)}`,
    threshold: max === undefined ? 'none set' : `p99 ≤ ${max} ms`,
    passes: (max === undefined || p99 <= max) && failures.size === 0,
  };
}
