import { expect, test } from 'vitest';
import { countWithNoun, formatCount, wholeNumber } from './format-count.ts';

test.each([
  [0, '0'],
  [968, '968'],
  [999, '999'],
  [1000, '1.0k'],
  [1049, '1.0k'],
  [1250, '1.3k'],
  [12_345, '12.3k'],
  [999_949, '999.9k'],
  [999_999, '999.9k'],
  [1_000_000, '1.0M'],
  [2_340_000, '2.3M'],
])('%i is shown as %s', (count, words) => {
  expect(formatCount(count)).toBe(words);
});

test('one takes the singular, all other counts the plural', () => {
  expect(countWithNoun(0, 'prompt')).toBe('0 prompts');
  expect(countWithNoun(1, 'prompt')).toBe('1 prompt');
  expect(countWithNoun(2, 'prompt')).toBe('2 prompts');
  expect(countWithNoun(1, 'copy')).toBe('1 copy');
  expect(countWithNoun(4123, 'copy')).toBe('4,123 copies');
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_345_678, '12,345,678'],
])('%i is written as %s', (count, text) => {
  expect(wholeNumber(count)).toBe(text);
});
