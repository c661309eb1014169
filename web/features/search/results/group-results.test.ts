import { expect, test } from 'vitest';
import type { SearchResult } from '#contract/search.ts';
import { groupResults } from './group-results.ts';

function result(id: string, category: string): SearchResult {
  return {
    id,
    title: id,
    summary: '',
    description: '',
    tier: 'basic',
    featured: false,
    isLocked: false,
    upvotes: 0,
    downvotes: 0,
    copyCount: 0,
    favoriteCount: 0,
    commentCount: 0,
    rating: '0.00',
    createdAt: '2026-11-21T12:00:00.000Z',
    createdBy: '',
    category: { id: category, name: category.toUpperCase(), slug: category },
    topic: { id: 't', name: 'T', slug: 't' },
    snippet: '',
    titleMarks: [],
    summaryMarks: [],
    snippetMarks: [],
    topicMarks: [],
    otherMatch: null,
    isPartial: false,
  };
}

test('groups and rows keep their order, and a group that continues later stays one', () => {
  const groups = groupResults([
    result('b', 'family'),
    result('a', 'family'),
    result('c', 'fitness'),
    result('d', 'family'),
  ]);
  expect(groups.map((group) => [group.category.name, group.results.map(({ id }) => id)])).toEqual([
    ['FAMILY', ['b', 'a', 'd']],
    ['FITNESS', ['c']],
  ]);
});

test('no results make no groups', () => {
  expect(groupResults([])).toEqual([]);
});
