import { expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { PREVIEW_LINES as LINES, previewOf, readPreview } from './comment-preview.ts';

const CHARACTERS = LIMITS.commentPreviewCharacters;

test.each(['', 'Short', 'x'.repeat(CHARACTERS), 'a\n'.repeat(LINES - 1)])(
  'a short text is shown whole',
  (text) => {
    expect(previewOf(text)).toBe(text);
  },
);

test('only the first of many lines are shown', () => {
  expect(previewOf('a\n'.repeat(500))).toBe('a\n'.repeat(LINES).trimEnd());
});

test('a long line is cut between words, and inside one that never ends', () => {
  const words = previewOf('four '.repeat(2000));
  expect(words).toMatch(/ four$/);
  expect(words.length).toBeGreaterThan(CHARACTERS - 6);
  expect(previewOf(`${'x'.repeat(9000)} y`)).toBe('x'.repeat(CHARACTERS));
});

test('a surrogate pair is not split', () => {
  expect(previewOf(`x${'\u{1f600}'.repeat(5000)}`).isWellFormed()).toBe(true);
});

test('a preview is parsed once, and says whether it is the whole comment', () => {
  const first = readPreview('**First**');
  expect(first).toMatchObject({ isWhole: true, blocks: [{ children: [{ kind: 'bold' }] }] });
  for (let index = 0; index < 1000; index += 1) {
    readPreview(`Comment ${index}`);
    expect(readPreview('**First**')).toBe(first);
  }
  expect(readPreview('word '.repeat(1000)).isWhole).toBe(false);
  expect(readPreview('*a* '.repeat(100)).isWhole).toBe(false);
  expect(readPreview('- a\n'.repeat(LINES + 1)).isWhole).toBe(false);
});
