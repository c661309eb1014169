import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CsvRow, type RowProblem, readCsv } from './library.csv.ts';
import { createTestFolder, type TestFolder } from './testing/library-folder.ts';

let folder: TestFolder;

beforeEach(async () => {
  folder = await createTestFolder();
});

afterEach(() => folder.drop());

async function read(text: string | Buffer): Promise<{ rows: CsvRow[]; problems: RowProblem[] }> {
  const file = await folder.write('prompts.csv', text);
  const problems: RowProblem[] = [];
  const rows: CsvRow[] = [];
  for await (const row of readCsv(file, (problem) => problems.push(problem))) rows.push(row);
  return { rows, problems };
}

const SEVERAL_LINES = 'act,prompt,type\nOne,"first\nsecond ""quoted"", third",TEXT\n\nTwo,text,STRUCTURED';

test.each([
  ['line feeds', SEVERAL_LINES],
  ['carriage returns and line feeds', SEVERAL_LINES.replaceAll('\n', '\r\n')],
  ['old carriage returns', SEVERAL_LINES.replaceAll('\n', '\r')],
  ['a byte order mark', `\uFEFF${SEVERAL_LINES}`],
  ['a line end at the end', `${SEVERAL_LINES}\n`],
])('reads fields of several lines and knows where rows start, with %s', async (_what, text) => {
  expect(await read(text)).toEqual({
    rows: [
      { line: 2, act: 'One', prompt: 'first\nsecond "quoted", third', type: 'TEXT' },
      { line: 5, act: 'Two', prompt: 'text', type: 'STRUCTURED' },
    ],
    problems: [],
  });
});

test('line ends and characters cut between two chunks of the file stay whole', async () => {
  // The file is read in pieces of 64 KiB: the pair of line ends and the letter of two bytes lie across them.
  const header = 'act,prompt\r\n';
  const first = `One,${'x'.repeat(65_535 - header.length - 4)}`;
  const { rows } = await read(`${header}${first}\r\nTwo,${'y'.repeat(65_530)}é\r\n`);
  expect(rows.map(({ line, act, prompt }) => [line, act, prompt.length])).toEqual([
    [2, 'One', 65_519],
    [3, 'Two', 65_531],
  ]);
});

test('takes columns by name, in any order and case, and ignores others', async () => {
  const { rows } = await read('contributor,Prompt , ACT\nme,text,One\n');
  expect(rows).toEqual([{ line: 2, act: 'One', prompt: 'text', type: '' }]);
});

test('rows with another number of fields are told, the others read', async () => {
  const { rows, problems } = await read('act,prompt\nOne,a,b\nTwo\nThree,"x\ny"\n,\n');
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
])('refuses %s, with its line', async (_what, text, line, message) => {
  const { problems } = await read(text);
  expect(problems).toEqual([{ line, message: expect.stringContaining(message) }]);
});

test('refuses text that is not UTF-8, with its line', async () => {
  const { problems } = await read(
    Buffer.concat([
      Buffer.from('act,prompt\nOne,a\nTwo,caf'),
      Buffer.from([0xe9]),
      Buffer.from('\nThree,b\n'),
    ]),
  );
  expect(problems).toEqual([{ line: 3, message: 'is not UTF-8 text; save the file as UTF-8' }]);
});

test('a file that cannot be read is an error, not a problem of a row', async () => {
  const reading = async () => {
    for await (const _row of readCsv(`${folder.path}/nowhere.csv`, () => undefined));
  };
  await expect(reading()).rejects.toThrow('ENOENT');
});
