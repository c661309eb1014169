import { expect, test } from 'vitest';
import type { SearchCounts } from '#contract/search.ts';
import { countWith, facetCounts, withCount } from './facet-counts.ts';

const COUNTS: SearchCounts = {
  counts: [
    { category: 'health', topic: 'sleep', tier: 'basic', count: 3 },
    { category: 'health', topic: 'sleep', tier: 'pro', count: 2 },
    { category: 'health', topic: 'meals', tier: 'basic', count: 4 },
    { category: 'family', topic: 'meals', tier: 'basic', count: 8 },
  ],
  nearestTopics: [],
};

test('filters narrow together, and none is all', () => {
  expect(countWith(COUNTS, {})).toBe(17);
  expect(countWith(COUNTS, { topic: 'meals' })).toBe(12);
  expect(countWith(COUNTS, { category: 'health', tier: 'basic' })).toBe(7);
  expect(countWith(COUNTS, { category: 'career' })).toBe(0);
});

test('a choice is counted under the other filters; another category is chosen without the topic', () => {
  const counts = facetCounts(COUNTS, { category: 'health', topic: 'sleep', tier: 'basic' });
  expect(counts.category('health')).toBe(7);
  expect(counts.category('family')).toBe(8);
  expect(counts.category(undefined)).toBe(15);
  expect(counts.topic('meals')).toBe(4);
  expect(counts.topic(undefined)).toBe(7);
  expect(counts.tier('pro')).toBe(2);
  expect(counts.tier('engineer')).toBe(0);
  expect(counts.tier(undefined)).toBe(5);
});

test('a choice says its count; zero is muted', () => {
  expect(withCount('Health', undefined)).toEqual({ name: 'Health' });
  expect(withCount('Health', 1234)).toEqual({ name: 'Health (1,234)', isMuted: false });
  expect(withCount('Health', 0)).toEqual({ name: 'Health (0)', isMuted: true });
});
