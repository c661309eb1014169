import { expect, test } from 'vitest';
import { readableLines, splitAtBold, splitAtKeys } from './readable-lines.ts';

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
    'text',
    'text',
    'text',
    'text',
    'label',
  ]);
});

test('every line is kept, blank ones too', () => {
  expect(readableLines('a\n\nb\n')).toHaveLength(4);
});

test('bold words are cut out, lone stars are not', () => {
  expect(splitAtBold('a **b** c')).toEqual([
    { text: 'a ', isBold: false },
    { text: 'b', isBold: true },
    { text: ' c', isBold: false },
  ]);
  expect(splitAtBold('2 ** 3 ** 4')).toEqual([{ text: '2 ** 3 ** 4', isBold: false }]);
});

test('keys of JSON are bold; texts that look like keys are not', () => {
  const json = '{"a": "x\\": y", "b" : ["c:", 1]}';
  const parts = splitAtKeys(json);
  expect(parts.filter(({ isBold }) => isBold).map(({ text }) => text)).toEqual(['"a"', '"b"']);
  expect(parts.map(({ text }) => text).join('')).toBe(json);
});
