import { expect, test } from 'vitest';
import { FAVORITE_SORTS } from '#contract/sorts.ts';
import { isNarrowed, promptListSearch, toPromptListQuery } from './cross-category-search.ts';

const read = promptListSearch(FAVORITE_SORTS);

test('the address holds the filters, and the sort unless it is the default', () => {
  const search = { q: ' tax ', category: 'finance-investing', tier: 'pro', sort: 'rating' };
  expect(read(search)).toEqual({ ...search, q: 'tax' });
  expect(read({ sort: 'added', category: 'all', q: '  ' })).toEqual({});
});

test('invalid parameters are ignored', () => {
  expect(read({ q: 7, category: 'No Slug', tier: 'gold', sort: 'relevance', other: 'x' })).toEqual({});
  expect(read({ q: 'nul\0' })).toEqual({});
  expect(read({ q: 'a'.repeat(300) }).q).toHaveLength(200);
});

test('the API query leaves out unknown categories and the open prompt', () => {
  const asked = { q: 'tax', category: 'gone', prompt: 'aaaaaaaaaaaa', sort: 'title' as const };
  expect(toPromptListQuery(asked, [{ slug: 'fitness' }])).toEqual({ q: 'tax', sort: 'title' });
  expect(toPromptListQuery({ category: 'fitness' }, [{ slug: 'fitness' }])).toEqual({ category: 'fitness' });
});

test('a sort is not a filter', () => {
  expect([isNarrowed({ sort: 'title' }), isNarrowed({ tier: 'pro' })]).toEqual([false, true]);
});
