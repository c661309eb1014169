import { expect, test } from 'vitest';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { makeExcerpt } from './comments.excerpt.ts';

const LIMIT = SERVER_LIMITS.commentExcerptCharacters;

test.each([
  ['Fine.\nAnd more.', 'Fine.'],
  ['\n  \n> - **Very** *much* `so`, see [the guide](https://example.com/a)', 'Very much so, see the guide'],
  ['```js\nconst a = 1;\n```', 'const a = 1;'],
  ['2. snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['***\nText', '***'],
  ['👍', '👍'],
  ['> ', ''],
])('%j begins %j', (content, excerpt) => {
  expect(makeExcerpt(content)).toBe(excerpt);
});

test('a long line is cut after a word, or else where it is full, never inside a character', () => {
  const words = makeExcerpt('word, '.repeat(100));
  expect(words).toMatch(/word…$/);
  expect(words.length).toBeLessThanOrEqual(LIMIT);
  const signs = makeExcerpt(`a${'😀'.repeat(100)}`);
  expect(signs.isWellFormed()).toBe(true);
  expect(signs.length).toBeLessThanOrEqual(LIMIT);
});

// What goes back over its text again and again would not end within the time of a test.
test.each(['*', '_', '`', '[', '> ', '**a '])('100,000 characters of %j are read once', (piece) => {
  const pieces = piece.repeat(100_000 / piece.length);
  expect(makeExcerpt(pieces).length).toBeLessThanOrEqual(LIMIT);
  // A line of such signs alone may be something else: a fence, a quotation.
  expect(makeExcerpt(`a${pieces}`).length).toBeLessThanOrEqual(LIMIT);
});
