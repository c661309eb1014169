import type { RunningApp } from './processes.ts';

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
