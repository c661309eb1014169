import { expect, test } from 'vitest';
import { readCsv } from './import.read-csv.ts';

const SEVERAL_LINES = 'act,prompt,type\nOne,"first\nsecond ""quoted"", third",TEXT\n\nTwo,text,STRUCTURED';

test.each([
  ['line feeds', SEVERAL_LINES],
  ['carriage returns and line feeds', SEVERAL_LINES.replaceAll('\n', '\r\n')],
  ['old carriage returns', SEVERAL_LINES.replaceAll('\n', '\r')],
  ['a line end at the end', `${SEVERAL_LINES}\n`],
])('reads fields of several lines and knows where rows start, with %s', (_what, text) => {
  expect(readCsv(text)).toEqual({
    rows: [
      { line: 2, act: 'One', prompt: 'first\nsecond "quoted", third', type: 'TEXT', keywords: '' },
      { line: 5, act: 'Two', prompt: 'text', type: 'STRUCTURED', keywords: '' },
    ],
    problems: [],
    ignoredColumns: [],
  });
});

test('takes columns by name, in any order and case, and names the others', () => {
  const { rows, ignoredColumns } = readCsv('contributor,Prompt ,Keywords, ACT\nme,text,"tea, pots",One\n');
  expect(ignoredColumns).toEqual(['contributor']);
  expect(rows).toEqual([{ line: 2, act: 'One', prompt: 'text', type: '', keywords: 'tea, pots' }]);
});

test('rows with another number of fields are problems, the others are read', () => {
  const { rows, problems } = readCsv('act,prompt\nOne,a,b\nTwo\nThree,"x\ny"\n,\n');
  expect(rows.map(({ line, act }) => [line, act])).toEqual([[4, 'Three']]);
  expect(problems).toEqual([
    { line: 2, message: 'has 3 fields, the header has 2' },
    { line: 3, message: 'has 1 fields, the header has 2' },
  ]);
});

test.each([
  ['no column of ours', 'title,text\na,b\n', 1, 'the header lacks act and prompt; it has title, text'],
  ['a column twice', 'act,prompt,act\n', 1, 'the header has act twice'],
  ['nothing at all', '', 1, 'the file is empty; a header is needed'],
  ['an open quote', 'act,prompt\nOne,a\nTwo,"open\nmore\n', 3, 'a quoted field that does not end'],
  ['a stray quote', 'act,prompt\nOne,a\nTwo,b"c\n', 3, 'misplaced quotes'],
])('refuses %s, with its line', (_what, text, line, message) => {
  const { problems } = readCsv(text);
  expect(problems).toEqual([{ line, message: expect.stringContaining(message) }]);
});

test('rows and problems before misplaced quotes are reported too', () => {
  const { rows, problems } = readCsv('act,prompt\nOne,a\nTwo\nThree,b"c\nFour,d\n');
  expect([rows.length, problems.map(({ line }) => line)]).toEqual([1, [3, 4]]);
});
