import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { isLiveSearch, liveSearchQuery } from './live-search.queries.ts';

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

test('live search asks for the best matches of all categories', async () => {
  const called: string[] = [];
  const client = createQueryClient(async (path) => {
    called.push(path);
    return { status: 200, headers: {}, text: '[]' };
  });
  await client.fetchQuery(liveSearchQuery(' plan '));
  expect(called).toEqual(['/api/prompts/search?q=plan&sortBy=relevance&limit=8']);
});
