import { expect, test } from 'vitest';
import { readableLines, splitAtKeys, splitAtMarks } from './readable-lines.ts';

const kinds = (text: string) =>
  readableLines(text).map(({ kind, text: words, depth }) => [kind, words, depth]);

test('headings become labels, dashes bullets', () => {
  expect(kinds('## Step 1\n- one\n  * two\n– three\nplain - text\n#tag')).toEqual([
    ['label', 'Step 1', 0],
    ['bullet', 'one', 0],
    ['bullet', 'two', 1],
    ['bullet', 'three', 0],
    ['text', 'plain - text', 0],
    ['text', '#tag', 0],
  ]);
});

test('code between fences stays as it is', () => {
  expect(kinds('```\n# no heading\n- no bullet\n```\n# yes').map(([kind]) => kind)).toEqual([
    'code',
    'code',
    'code',
    'code',
    'label',
  ]);
});

test('every line is kept, including blank ones', () => {
  expect(readableLines('a\n\nb\n')).toHaveLength(4);
});

test.each(['  ## Step 1 ##  ', '\t- one', '  * ', '#tag', '~~~', ' – two  '])(
  'the spans of a line join to the line: %j',
  (text) => {
    expect(
      readableLines(text)
        .map(({ prefix, text: words, suffix }) => prefix + words + suffix)
        .join('\n'),
    ).toBe(text);
  },
);

const styled = (text: string) =>
  splitAtMarks(text).map(({ text: words, isDelimiter, isBold, isEmphasis, isCode }) =>
    isDelimiter
      ? words
      : [
          words,
          ...(isBold ? ['bold'] : []),
          ...(isEmphasis ? ['emphasis'] : []),
          ...(isCode ? ['code'] : []),
        ],
  );

test('bold words, emphasis and their delimiters become spans', () => {
  expect(styled('a **b** c')).toEqual([['a '], '**', ['b', 'bold'], '**', [' c']]);
  expect(styled('1. *Check:* done, (*twice*).')).toEqual([
    ['1. '],
    '*',
    ['Check:', 'emphasis'],
    '*',
    [' done, ('],
    '*',
    ['twice', 'emphasis'],
    '*',
    [').'],
  ]);
  expect(styled('**all *of* it**')).toEqual([
    '**',
    ['all ', 'bold'],
    '*',
    ['of', 'bold', 'emphasis'],
    '*',
    [' it', 'bold'],
    '**',
  ]);
});

test('code in a line is a span, whose own marks stay', () => {
  expect(styled('run `npm *a* test` **as `x`**')).toEqual([
    ['run '],
    '`',
    ['npm *a* test', 'code'],
    '`',
    [' '],
    '**',
    ['as ', 'bold'],
    '`',
    ['x', 'bold', 'code'],
    '`',
    '**',
  ]);
  expect(styled('`**a` and `**b`')).toEqual([
    '`',
    ['**a', 'code'],
    '`',
    [' and '],
    '`',
    ['**b', 'code'],
    '`',
  ]);
  for (const text of ['a ` b', '``twice``', '```', 'it` s `off']) expect(styled(text)).toEqual([[text]]);
});

test.each(['told* and another*', '2 * 3 * 4', '2*3*4', 'a ** b ** c', '* not closed', '*not closed'])(
  'other asterisks stay: %s',
  (text) => {
    expect(styled(text)).toEqual([[text]]);
  },
);

test('JSON keys are bold; strings that look like keys are not', () => {
  const json = '{"a": "x\\": y", "b" : ["c:", 1]}';
  const parts = splitAtKeys(json);
  expect(parts.filter(({ isBold }) => isBold).map(({ text }) => text)).toEqual(['"a"', '"b"']);
  expect(parts.map(({ text }) => text).join('')).toBe(json);
});
