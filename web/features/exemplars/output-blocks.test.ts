import { expect, test } from 'vitest';
import { outputBlocks } from './output-blocks.ts';

test('a table is its head and its rows, the text around it stays line for line', () => {
  expect(outputBlocks('Before\n\n| Day | Do |\n|---|:-:|\n| Mon | **run** |\n| Tue | |\n\nAfter\n')).toEqual([
    { kind: 'text', text: 'Before\n' },
    {
      kind: 'table',
      head: ['Day', 'Do'],
      rows: [
        ['Mon', '**run**'],
        ['Tue', ''],
      ],
    },
    { kind: 'text', text: '\nAfter\n' },
  ]);
});

test.each([
  ['cells without spaces', '|a|b|\n|---|---|\n|1|2|', ['a', 'b'], [['1', '2']]],
  ['no outer pipes', 'a | b\n--- | ---\n1 | 2', ['a', 'b'], [['1', '2']]],
  ['no words in the head', '| | |\n|---|---|\n| 1 | 2 |', ['', ''], [['1', '2']]],
  ['a pipe to be read', '|a|b|\n|-|-|\n|x \\| y|2\\||', ['a', 'b'], [['x | y', '2|']]],
  [
    'longer and shorter rows keep their words',
    '|a|b|\n|-|-|\n|1|\n|1|2|3|',
    ['a', 'b'],
    [['1'], ['1', '2', '3']],
  ],
  ['no rows', '|a|b|\n|-|-|', ['a', 'b'], []],
  ['set in', '  | a | b |\r\n  |---|---|\r\n  | 1 | 2 |\r', ['a', 'b'], [['1', '2']]],
])('a table may have %s', (_, text, head, rows) => {
  expect(outputBlocks(text)).toEqual([{ kind: 'table', head, rows }]);
});

test('two tables with a line between are two', () => {
  const table = '|a|b|\n|-|-|\n|1|2|';
  expect(outputBlocks(`${table}\nand\n${table}`).map(({ kind }) => kind)).toEqual(['table', 'text', 'table']);
});

test.each([
  ['27 | active | Send quote\n38 | active | Draft'],
  ['Title\n---\n- a | b'],
  ['| a | b | c |\n|---|---|\n| 1 | 2 |'],
  ['```\n| a | b |\n|---|---|\n| 1 | 2 |\n```'],
  [''],
])('what only looks like a table is text: %#', (text) => {
  expect(outputBlocks(text)).toEqual([{ kind: 'text', text }]);
});
