interface CsvColumn<Row> {
  name: string;
  value: (row: Row) => string | number;
}

/** RFC 4180. A text that a spreadsheet would take for a formula is written as text. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => field(name)),
    ...rows.map((row) => columns.map(({ value }) => field(value(row)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands what is on the screen to the browser as a file. */
export function downloadCsv<Row>(
  label: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void {
  // Spreadsheets take a file without this mark for one in their own old encoding.
  const blob = new Blob(['\uFEFF', toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
