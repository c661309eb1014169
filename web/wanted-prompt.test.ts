import { expect, test } from 'vitest';
import { wantedPromptId } from './wanted-prompt.ts';

test.each([
  ['/prompt/abcdefgh2345', 'abcdefgh2345'],
  ['/prompt/abcdefgh2345/', 'abcdefgh2345'],
  ['/prompt/abcdefgh2345#comments', 'abcdefgh2345'],
  ['/category/fitness?sort=newest&prompt=abcdefgh2345', 'abcdefgh2345'],
  ['/subscribe?tier=pro&prompt=abcdefgh2345', 'abcdefgh2345'],
  ['/prompt/ABCDEFGH2345', undefined],
  ['/prompt/../login', undefined],
  ['/category/fitness?prompt=x', undefined],
  ['https://example.com/prompt/abcdefgh2345', undefined],
  ['//example.com/prompt/abcdefgh2345', undefined],
  ['/favorites', undefined],
  [undefined, undefined],
])('signing in for %s leads to the prompt %s', (returnUrl, id) => {
  expect(wantedPromptId(returnUrl)).toBe(id);
});
