import { expect, test } from 'vitest';
import { FAVORITE_SORTS } from '#contract/sorts.ts';
import { isNarrowed, promptListSearch, toPromptListQuery } from './cross-category-search.ts';

const read = promptListSearch(FAVORITE_SORTS);

test('an address holds the filters and a sort that is not the list’s own', () => {
  const search = { q: ' tax ', category: 'finance-investing', tier: 'pro', sort: 'rating' };
  expect(read(search)).toEqual({ ...search, q: 'tax' });
  expect(read({ sort: 'added', category: 'all', q: '  ' })).toEqual({});
});

test('what cannot be read is ignored', () => {
  expect(read({ q: 7, category: 'No Slug', tier: 'gold', sort: 'relevance', other: 'x' })).toEqual({});
  expect(read({ q: 'nul\0' })).toEqual({});
  expect(read({ q: 'a'.repeat(300) }).q).toHaveLength(200);
});

test('the API is asked for nothing it would refuse, and not for an open prompt', () => {
  const asked = { q: 'tax', category: 'gone', prompt: 'aaaaaaaaaaaa', sort: 'title' as const };
  expect(toPromptListQuery(asked, [{ slug: 'fitness' }])).toEqual({ q: 'tax', sort: 'title' });
  expect(toPromptListQuery({ category: 'fitness' }, [{ slug: 'fitness' }])).toEqual({ category: 'fitness' });
});

test('a sort leaves nothing out', () => {
  expect([isNarrowed({ sort: 'title' }), isNarrowed({ tier: 'pro' })]).toEqual([false, true]);
});
