import { expect, test } from 'vitest';
import { isLiveSearch, liveSearchQuery } from './live-search.queries.ts';
import { nextPlace } from './next-place.ts';

test.each([
  ['', false],
  ['ab', false],
  [' ab ', false],
  ['abc', true],
  ['  abc', true],
  ['👍👍', false],
  ['👍👍👍', true],
])('"%s" is long enough to search while typing: %s', (text, isLong) => {
  expect(isLiveSearch(text)).toBe(isLong);
});

test('arrows go down the list, over its end into the field, and round again', () => {
  const places: (number | null)[] = [null];
  for (let press = 0; press < 5; press += 1) places.push(nextPlace(places.at(-1) ?? null, 1, 3));
  expect(places).toEqual([null, 0, 1, 2, null, 0]);
});

test('arrow up starts at the end', () => {
  expect(nextPlace(null, -1, 3)).toBe(2);
  expect(nextPlace(0, -1, 3)).toBeNull();
});

test('it asks for the best matches of all categories, not for the first of the first', () => {
  expect(liveSearchQuery(' plan ').queryKey).toEqual(['/api/prompts/search?q=plan&sortBy=relevance&limit=8']);
});
