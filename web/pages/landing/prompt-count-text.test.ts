import { expect, test } from 'vitest';
import { promptCountText } from './prompt-count-text.ts';

test.each([
  [1, '1 prompt'],
  [258, '258 prompts'],
  [1050, '1,050 prompts'],
  [1999, '1,999 prompts'],
  [2000, 'Thousands of prompts'],
])('%i are said as "%s"', (count, words) => {
  expect(promptCountText(count)).toBe(words);
});
