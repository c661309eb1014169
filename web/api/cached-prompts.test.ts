import { expect, test } from 'vitest';
import type { PromptCard } from '#contract/prompts.ts';
import { findCachedPrompt, patchCachedPrompt, patchWithin, refreshCachedPrompt } from './cached-prompts.ts';
import { createQueryClient } from './query.ts';

function card(id: string, counts: Partial<PromptCard> = {}): PromptCard {
  const fitness = { id: 'pppppppppppp', name: 'Fitness', slug: 'fitness' };
  return {
    id,
    title: `Prompt ${id}`,
    summary: '',
    description: '',
    tier: 'basic',
    featured: false,
    isLocked: false,
    upvotes: 3,
    downvotes: 1,
    copyCount: 5,
    favoriteCount: 7,
    commentCount: 2,
    rating: '1.50',
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: 'Promptarium Team',
    category: fitness,
    topic: fitness,
    ...counts,
  };
}

function clientWithEverything() {
  const client = createQueryClient(() => Promise.reject(new Error('no calls here')));
  client.setQueryData(['/api/favorites'], [card('a'), card('b')]);
  client.setQueryData(['/api/categories/fitness'], {
    pages: [
      { prompts: [card('b')], total: 2, nextCursor: 'x' },
      { prompts: [card('a')], total: 2, nextCursor: null },
    ],
    pageParams: [null, 'x'],
  });
  client.setQueryData(['/api/prompts/search?q=a'], { pages: [{ results: [card('a')], total: 1 }] });
  client.setQueryData(['/api/prompts/a'], { ...card('a'), content: 'text', variables: [] });
  client.setQueryData(['/api/auth/user'], null);
  return client;
}

/** Every cached favorite count of one prompt. */
function countsOf(client: ReturnType<typeof clientWithEverything>, id: string): number[] {
  const counts: number[] = [];
  for (const query of client.getQueryCache().findAll()) {
    patchWithin(query.state.data, id, (prompt) => {
      counts.push(prompt.favoriteCount);
      return {};
    });
  }
  return counts;
}

test('a count changes in every list, search and detail alike, and only for its prompt', () => {
  const client = clientWithEverything();
  patchCachedPrompt(client, 'a', ({ favoriteCount }) => ({ favoriteCount: favoriteCount + 1 }));
  expect(countsOf(client, 'a')).toEqual([8, 8, 8, 8]);
  expect(countsOf(client, 'b')).toEqual([7, 7]);
});

test('after an undo everything is as before', () => {
  const client = clientWithEverything();
  const before = JSON.stringify(
    client
      .getQueryCache()
      .findAll()
      .map(({ state }) => state.data),
  );
  patchCachedPrompt(client, 'a', () => ({ upvotes: 9 }));
  patchCachedPrompt(client, 'a', () => ({ upvotes: 3 }));
  expect(
    JSON.stringify(
      client
        .getQueryCache()
        .findAll()
        .map(({ state }) => state.data),
    ),
  ).toBe(before);
});

test('what does not change stays the same object, so that it does not render again', () => {
  const list = [card('a'), card('b')];
  expect(patchWithin(list, 'c', () => ({ upvotes: 0 }))).toBe(list);
  expect(patchWithin(list, 'a', () => ({ upvotes: 3 }))).toBe(list);
  const patched = patchWithin(list, 'a', () => ({ upvotes: 4 }));
  expect(patched).not.toBe(list);
  expect(patched).toEqual([card('a', { upvotes: 4 }), card('b')]);
});

test('a patched response keeps its age', () => {
  const client = clientWithEverything();
  client.setQueryData(['/api/favorites'], [card('a')], { updatedAt: 1000 });
  patchCachedPrompt(client, 'a', () => ({ favoriteCount: 99 }));
  expect(client.getQueryState(['/api/favorites'])?.dataUpdatedAt).toBe(1000);
});

test('the first cached card of a prompt is found, or none', () => {
  const client = clientWithEverything();
  expect(findCachedPrompt(client, 'b')?.title).toBe('Prompt b');
  expect(findCachedPrompt(client, 'zzz')).toBeUndefined();
});

test('an invalidated response stays invalidated when patched', async () => {
  const client = clientWithEverything();
  await client.invalidateQueries({ queryKey: ['/api/favorites'], refetchType: 'none' });
  patchCachedPrompt(client, 'a', () => ({ favoriteCount: 99 }));
  expect(client.getQueryState(['/api/favorites'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['/api/categories/fitness'])?.isInvalidated).toBe(false);
});

test('after a change that failed, all that shows the prompt is fetched again, and nothing else', () => {
  const client = clientWithEverything();
  client.setQueryData(['/api/user/interactions'], {});
  refreshCachedPrompt(client, 'a');
  const outOfDate = client
    .getQueryCache()
    .findAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0]);
  expect(outOfDate).toEqual([
    '/api/favorites',
    '/api/categories/fitness',
    '/api/prompts/search?q=a',
    '/api/prompts/a',
    '/api/user/interactions',
  ]);
  refreshCachedPrompt(client, 'b');
  expect(client.getQueryState(['/api/prompts/a'])?.data).toMatchObject({ favoriteCount: 7 });
});
