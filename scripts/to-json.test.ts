import { expect, test } from 'vitest';
import { toJson } from './to-json.ts';

test.each([null, 1, 'a', [1, [2]], { a: { b: ['c', null, true] } }])('%j survives a round trip', (value) => {
  expect(JSON.parse(toJson('X', value))).toEqual(value);
});

test.each([
  undefined,
  Number.NaN,
  { price: undefined },
  { check: () => true },
  [new Date(0)],
  new Set(['a']),
  new Map([['a', 1]]),
  /a/,
])('%o is refused by name', (value) => {
  expect(() => toJson('PRICES', value)).toThrow('PRICES cannot be written as JSON');
});
