import { expect, test } from 'vitest';
import { groupCount } from './group-count.ts';

test('a group counts its category, and says what of it stands elsewhere or is still to come', () => {
  expect(groupCount({ shown: 1, above: 0, total: undefined })).toBe('1 prompt');
  expect(groupCount({ shown: 4, above: 1, total: undefined })).toBe('5 prompts, 1 above');
  expect(groupCount({ shown: 13, above: 0, total: 20 })).toBe('13 of 20 prompts');
  expect(groupCount({ shown: 10, above: 3, total: 20 })).toBe('10 of 20 prompts, 3 above');
  expect(groupCount({ shown: 17, above: 3, total: 20 })).toBe('20 prompts, 3 above');
});
