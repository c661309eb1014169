import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const columns = [
  { name: 'Name', value: (row: { name: string; count: number }) => row.name },
  { name: 'Count, all', value: (row: { name: string; count: number }) => row.count },
];

test('quotes, commas and lines are kept, and nothing is taken for a formula', () => {
  const rows = [
    { name: 'A "b", c\nd', count: -3 },
    { name: '=HYPERLINK("x")', count: 0 },
    { name: '+1', count: 1 },
    { name: 'plain', count: 2 },
  ];
  expect(toCsv(columns, rows)).toBe(
    'Name,"Count, all"\r\n"A ""b"", c\nd",-3\r\n"\'=HYPERLINK(""x"")",0\r\n\'+1,1\r\nplain,2\r\n',
  );
});
