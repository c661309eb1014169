import { expect, test } from 'vitest';
import { slugSchema } from './field-schemas.ts';
import { isSlug } from './slugs.ts';

test.each([
  ['finance-investing', true],
  ['3d', true],
  ['a'.repeat(80), true],
  ['a'.repeat(81), false],
  ['', false],
  ['Fitness', false],
  ['a--b', false],
  ['-a', false],
  ['a-', false],
  ['a b', false],
  ['a\n', false],
  ['%00', false],
])('%j: %s, for the schema too', (text, expected) => {
  expect(isSlug(text)).toBe(expected);
  expect(slugSchema.safeParse(text).success).toBe(expected);
});
