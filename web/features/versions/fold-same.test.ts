import { expect, test } from 'vitest';
import { foldSame } from './fold-same.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');
const MIDDLE = { isFirst: false, isLast: false };

test('between two changes the middle is folded', () => {
  expect(foldSame(lines(1, 12), MIDDLE)).toEqual({
    before: lines(1, 3),
    folded: lines(4, 9),
    lines: 6,
    after: lines(10, 12),
  });
});

test('a short stretch stays', () => {
  expect(foldSame(lines(1, 10), MIDDLE)).toBeUndefined();
  expect(foldSame('a\n\n\n\n\n\n\n\n\n\n\nb', MIDDLE)).toBeUndefined();
});

test('at the ends of the text one side is kept', () => {
  expect(foldSame(lines(1, 12), { isFirst: true, isLast: false })).toMatchObject({
    before: '',
    folded: lines(1, 9),
  });
  expect(foldSame(lines(1, 12), { isFirst: false, isLast: true })).toMatchObject({
    folded: lines(4, 12),
    after: '',
  });
});

test('nothing is lost', () => {
  const text = `${lines(1, 9)}\n\n${lines(10, 20)}\n`;
  const { before, folded, after } = foldSame(text, MIDDLE) ?? {};
  expect([before, folded, after].join('\n')).toBe(text);
});
