import { describe, expect, test } from 'vitest';
import { effectiveFilters, hasBestMatches, hasFilter, readSearchFilters } from './search-filters.ts';

describe('the address of a search', () => {
  test('gives all its filters', () => {
    expect(
      readSearchFilters({
        q: ' meal plan ',
        category: 'health',
        topic: 'sleep',
        tier: 'pro',
        sortBy: 'rating',
        favoritesOnly: 'true',
      }),
    ).toEqual({
      q: 'meal plan',
      category: 'health',
      topic: 'sleep',
      tier: 'pro',
      sortBy: 'rating',
      favoritesOnly: 'true',
    });
  });

  test('"all", the default sort and blanks are not filters', () => {
    expect(
      readSearchFilters({ q: '   ', category: 'all', topic: 'all', tier: 'all', sortBy: 'popular' }),
    ).toEqual({});
  });

  test.each([
    { tier: 'gold' },
    { sortBy: 'random' },
    { category: 'A B' },
    { topic: 'a'.repeat(81) },
    { favoritesOnly: '1' },
    { q: 5 },
  ])('invalid parameters are ignored: %j', (search) => {
    expect(readSearchFilters(search)).toEqual({});
  });

  test('a text is cut at 200 characters', () => {
    expect(readSearchFilters({ q: 'x'.repeat(300) }).q).toHaveLength(200);
  });
});

test('exact search needs a text', () => {
  expect(readSearchFilters({ q: 'budgte', exact: 'true' })).toEqual({ q: 'budgte', exact: 'true' });
  expect(readSearchFilters({ exact: 'true', tier: 'pro' })).toEqual({ tier: 'pro' });
  expect(readSearchFilters({ q: 'x', exact: 'yes' })).toEqual({ q: 'x' });
});

test('best matches exist for a text without a chosen sort', () => {
  expect(hasBestMatches({ q: 'a', tier: 'pro' })).toBe(true);
  expect(hasBestMatches({ q: 'a', sortBy: 'newest' })).toBe(false);
  expect(hasBestMatches({ tier: 'pro' })).toBe(false);
});

describe('the filters that take effect', () => {
  const known = {
    categories: [{ slug: 'health' }],
    topics: [{ slug: 'sleep' }],
    isSignedIn: false,
  };

  test('known categories and topics are kept', () => {
    expect(effectiveFilters({ category: 'health', topic: 'sleep' }, known)).toEqual({
      category: 'health',
      topic: 'sleep',
    });
  });

  test('an unknown category and a topic of another category are dropped', () => {
    expect(effectiveFilters({ q: 'x', category: 'cars' }, { ...known, topics: [] })).toEqual({ q: 'x' });
    expect(effectiveFilters({ category: 'health', topic: 'gym' }, known)).toEqual({ category: 'health' });
  });

  test('a topic stays while the topics of its category are loading, but not without that category', () => {
    const loading = { ...known, topics: undefined };
    const filters = { category: 'health', topic: 'sleep' };
    expect(effectiveFilters(filters, loading)).toEqual(filters);
    expect(effectiveFilters({ category: 'cars', topic: 'sleep' }, loading)).toEqual({});
  });

  test('a topic without a category is kept', () => {
    expect(effectiveFilters({ topic: 'gym' }, { ...known, topics: [] })).toEqual({ topic: 'gym' });
  });

  test('favorites are for members', () => {
    expect(effectiveFilters({ favoritesOnly: 'true' }, known)).toEqual({});
    expect(effectiveFilters({ favoritesOnly: 'true' }, { ...known, isSignedIn: true })).toEqual({
      favoritesOnly: 'true',
    });
  });
});

test('a text, a filter or a sort alone is a search', () => {
  expect(hasFilter({})).toBe(false);
  expect(hasFilter({ q: ' ' })).toBe(false);
  expect(hasFilter({ sortBy: 'newest' })).toBe(true);
  expect(hasFilter({ q: 'a', sortBy: 'newest' })).toBe(true);
  expect(hasFilter({ tier: 'basic' })).toBe(true);
});
