import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiffSegment } from '#contract/versions.ts';
import { compare } from './versions.comparison.ts';

const side = (pieces: readonly DiffSegment[], kind: 'removed' | 'added') =>
  pieces
    .filter((piece) => piece.kind === 'same' || piece.kind === kind)
    .map(({ text }) => text)
    .join('');

/** Few words, so that texts have some in common. */
const text = fc
  .array(fc.constantFrom('plan', 'a bed', ' ', '\n', '\n\n', '[herbs]', '.', 'water'), { maxLength: 40 })
  .map((parts) => parts.join(' '));

test('both texts can be read out of what differs', () => {
  fc.assert(
    fc.property(text, text, (from, to) => {
      const pieces = compare(from, to);
      expect([side(pieces, 'removed'), side(pieces, 'added')]).toEqual([from, to]);
    }),
  );
});

const words = (count: number, word: string) =>
  Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');

test('a text that was written anew is shown as two; lines that stayed are found all the same', () => {
  const [from, to] = [words(600, 'old'), words(600, 'new')];
  expect(compare(from, to)).toEqual([
    { kind: 'removed', text: from },
    { kind: 'added', text: to },
  ]);
  const pieces = compare(`${from}\nIt stays.\nOne bed\n`, `${to}\nIt stays.\nTwo beds\n`);
  expect(pieces.slice(2)).toEqual([
    { kind: 'same', text: 'It stays.\n' },
    { kind: 'removed', text: 'One bed' },
    { kind: 'added', text: 'Two beds' },
    { kind: 'same', text: '\n' },
  ]);
});

test('half a megabyte that has nothing in common is not compared for long', () => {
  const [from, to] = ['old', 'new'].map((word) => words(50_000, word).replaceAll(' ', '\n'));
  expect(compare(from ?? '', to ?? '')).toHaveLength(2);
});
