import { expect, test } from 'vitest';
import type { SearchCounts } from '#contract/search.ts';
import { countMatching, facetCounts, withCount } from './facet-counts.ts';

const COUNTS: SearchCounts = {
  counts: [
    { category: 'health', topic: 'sleep', tier: 'basic', count: 3 },
    { category: 'health', topic: 'sleep', tier: 'pro', count: 2 },
    { category: 'health', topic: 'meals', tier: 'basic', count: 4 },
    { category: 'family', topic: 'meals', tier: 'basic', count: 8 },
  ],
  nearestTopics: [],
};

test('filters combine, and without filters everything is counted', () => {
  expect(countMatching(COUNTS, {})).toBe(17);
  expect(countMatching(COUNTS, { topic: 'meals' })).toBe(12);
  expect(countMatching(COUNTS, { category: 'health', tier: 'basic' })).toBe(7);
  expect(countMatching(COUNTS, { category: 'career' })).toBe(0);
});

test('a choice is counted with the other filters applied; another category drops the topic', () => {
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

test('a choice shows its count, muted when zero', () => {
  expect(withCount('Health', undefined)).toEqual({ name: 'Health' });
  expect(withCount('Health', 1234)).toEqual({ name: 'Health (1,234)', isMuted: false });
  expect(withCount('Health', 0)).toEqual({ name: 'Health (0)', isMuted: true });
});
