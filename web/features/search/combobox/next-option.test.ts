import { expect, test } from 'vitest';
import { nextOption } from './next-option.ts';

test('arrows go down the list, from its end to the field, and wrap around', () => {
  const places: (number | null)[] = [null];
  for (let press = 0; press < 5; press += 1) places.push(nextOption(places.at(-1) ?? null, 1, 3));
  expect(places).toEqual([null, 0, 1, 2, null, 0]);
});

test('arrow up starts at the end', () => {
  expect(nextOption(null, -1, 3)).toBe(2);
  expect(nextOption(0, -1, 3)).toBeNull();
});
