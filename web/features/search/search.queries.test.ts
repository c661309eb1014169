import { describe, expect, test } from 'vitest';
import type { ApiResponse } from '#contract/rendering.ts';
import { createQueryClient } from '#web/api/query.ts';
import { searchQuery } from './search.queries.ts';

const problem = (status: number, headers: Record<string, string> = {}): ApiResponse => ({
  status,
  headers,
  text: JSON.stringify({ title: 'x', status, detail: 'x', message: 'x' }),
});

/** Asks with a fetcher that returns these in turn, and reports which addresses were called. */
function clientReturning(...responses: (ApiResponse | Error)[]) {
  const called: string[] = [];
  const client = createQueryClient(async (path) => {
    called.push(path);
    const response = responses[called.length - 1];
    if (response === undefined) throw new Error('one call too many');
    if (response instanceof Error) throw response;
    return response;
  });
  return { client, called };
}

describe('a search', () => {
  test('sends only what is set, and reads total, next page and corrected words from the headers', async () => {
    const { client, called } = clientReturning({
      status: 200,
      headers: {
        'x-total-count': '140',
        link: '</api/prompts/search?q=fitnes&cursor=abc_1>; rel="next"',
        'x-search-corrected': 'caf%C3%A9%20plan',
      },
      text: '[]',
    });
    const { pages } = await client.fetchInfiniteQuery(searchQuery({ q: ' fitnes ', sortBy: 'popular' }));
    expect(called).toEqual(['/api/prompts/search?q=fitnes']);
    expect(pages[0]).toEqual({
      results: [],
      total: 140,
      nextCursor: 'abc_1',
      corrected: 'café plan',
      failure: null,
    });
  });

  test.each([
    ['a fault', problem(500), 'Search is unavailable.'],
    ['a lost connection', new TypeError('fetch failed'), 'Search is unavailable.'],
    [
      'too many searches',
      problem(429, { 'retry-after': '1' }),
      'Too many searches at once. Please try again in 1 second.',
    ],
  ])('%s becomes an empty response with a message', async (_name, response, failure) => {
    const { client } = clientReturning(response);
    const { pages } = await client.fetchInfiniteQuery(searchQuery({ q: 'x' }));
    expect(pages[0]).toMatchObject({ results: [], total: 0, nextCursor: null, failure });
  });

  test('an unknown filter value finds nothing', async () => {
    const { client } = clientReturning(problem(400));
    const { pages } = await client.fetchInfiniteQuery(searchQuery({ topic: 'no-such-topic' }));
    expect(pages[0]).toMatchObject({ results: [], failure: null });
  });

  test('a later page that fails throws', async () => {
    const first = { status: 200, headers: { link: '</x?cursor=c2>; rel="next"' }, text: '[]' };
    const { client } = clientReturning(first, problem(503));
    await expect(client.fetchInfiniteQuery({ ...searchQuery({ q: 'x' }), pages: 2 })).rejects.toThrow(
      '503: ',
    );
  });
});
