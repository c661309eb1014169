/** One line of the table: what was measured, against which bar, and whether it holds. */
export interface Row {
  what: string;
  figure: string;
  bar: string;
  holds: boolean;
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.figure} | ${row.bar} | ${row.holds ? 'yes' : '**no**'} |`,
  );
  return ['| What | Figure | Bar | Holds |', '| --- | --- | --- | --- |', ...lines].join('\n');
}
