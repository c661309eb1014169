import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addRecentSearch,
  clearRecentSearches,
  readRecentSearches,
  removeRecentSearch,
} from './recent-searches.ts';

const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the latest comes first, the same words once, and no more than eight are kept', () => {
  for (let count = 1; count <= 9; count += 1) addRecentSearch('ada', `plan ${count}`);
  addRecentSearch('ada', 'PLAN 5');
  expect(readRecentSearches('ada')).toEqual([
    'PLAN 5',
    ...[9, 8, 7, 6, 4, 3, 2].map((count) => `plan ${count}`),
  ]);
});

test('each member and the visitor have their own', () => {
  addRecentSearch('ada', 'budget');
  addRecentSearch(null, 'resume');
  expect(readRecentSearches('ada')).toEqual(['budget']);
  expect(readRecentSearches('bo')).toEqual([]);
  expect(readRecentSearches(null)).toEqual(['resume']);
});

test('recent searches are removed one by one and all at once', () => {
  for (const text of ['a', 'b', 'c']) addRecentSearch(null, text);
  removeRecentSearch(null, 'b');
  expect(readRecentSearches(null)).toEqual(['c', 'a']);
  clearRecentSearches(null);
  expect([...items]).toEqual([]);
});

test.each(['{', '{"a":1}', '[1, null]'])('the stored value %s is not read as a list', (stored) => {
  items.set('searches', stored);
  expect(readRecentSearches(null)).toEqual([]);
});

test('without storage nothing is remembered, and nothing throws', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  });
  addRecentSearch('ada', 'budget');
  expect(readRecentSearches('ada')).toEqual([]);
});
