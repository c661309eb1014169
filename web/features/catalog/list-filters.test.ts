import { expect, test } from 'vitest';
import { readListFilters, toListFilters, toListSearch } from './list-filters.ts';

const KNOWN = {
  isSignedIn: true,
  topics: [{ slug: 'task-systems' }, { slug: 'email' }, { slug: 'meetings' }],
};

test('defaults stay out of the address', () => {
  expect(readListFilters({})).toEqual({});
  expect(readListFilters({ sort: 'popular' })).toEqual({});
  expect(toListSearch({ sort: 'popular' })).toEqual({});
  expect(toListSearch({ sort: 'popular', topics: '' })).toEqual({});
});

test('a sort and topics are read from the address and written back', () => {
  const search = readListFilters({ sort: 'newest', topics: 'email,meetings' });
  expect(search).toEqual({ sort: 'newest', topics: 'email,meetings' });
  expect(toListSearch(toListFilters(search, KNOWN))).toEqual(search);
});

test.each([
  { sort: 'best' },
  { sort: 5 },
  { topics: '' },
  { topics: ',,' },
  { topics: '../etc' },
  { topics: ['a'] },
])('invalid parameters are ignored: %j', (search) => {
  expect(readListFilters(search)).toEqual({});
});

test('valid topics are kept beside invalid ones', () => {
  expect(readListFilters({ topics: 'email,B@D,meetings' })).toEqual({ topics: 'email,meetings' });
});

test('topics of another category are not asked for', () => {
  expect(toListFilters({ topics: 'email,gym-strength' }, KNOWN)).toEqual({
    sort: 'popular',
    topics: 'email',
  });
  expect(toListFilters({ topics: 'gym-strength' }, KNOWN)).toEqual({ sort: 'popular' });
});

test('the same topics give the same list in any order of the address', () => {
  expect(toListFilters({ topics: 'meetings,email,email' }, KNOWN)).toEqual(
    toListFilters({ topics: 'email,meetings' }, KNOWN),
  );
});

test('favorites only is for members', () => {
  const search = readListFilters({ favoritesOnly: 'true', sort: 'rating' });
  expect(search).toEqual({ sort: 'rating', favoritesOnly: 'true' });
  expect(toListFilters(search, KNOWN)).toEqual({ sort: 'rating', favoritesOnly: 'true' });
  expect(toListFilters(search, { isSignedIn: false })).toEqual({ sort: 'rating' });
  expect(toListSearch(toListFilters(search, KNOWN))).toEqual(search);
  expect(readListFilters({ favoritesOnly: 'false' })).toEqual({});
});
