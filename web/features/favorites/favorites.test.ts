import { expect, test } from 'vitest';
import type { PromptCard } from '#contract/prompts.ts';
import { createQueryClient } from '#web/api/query.ts';
import { favoritesQuery, shownFavorites, withFavorite } from './favorites.queries.ts';

/** The list looks at nothing else of a card. */
const card = (id: string) => ({ id }) as PromptCard;

/** Answers as the library does for somebody who keeps 450. */
async function listOf450() {
  const asked: string[] = [];
  const client = createQueryClient(async (path) => {
    asked.push(path);
    const from = Number(new URL(path, 'http://localhost').searchParams.get('cursor') ?? 0);
    const ids = Array.from({ length: Math.min(200, 450 - from) }, (_, index) => `p${from + index}`);
    const next = from + 200;
    return {
      status: 200,
      headers: {
        'x-total-count': '450',
        ...(next < 450 ? { link: `</api/favorites?cursor=${next}>; rel="next"` } : {}),
      },
      text: JSON.stringify(ids.map(card)),
    };
  });
  const list = await client.fetchInfiniteQuery({ ...favoritesQuery(), pages: 5 });
  return { list, asked };
}

test('all favorites can be reached, page by page, and the total is told from the first', async () => {
  const { list, asked } = await listOf450();
  expect(asked).toEqual(['/api/favorites', '/api/favorites?cursor=200', '/api/favorites?cursor=400']);
  const { prompts, total } = shownFavorites(list);
  expect(new Set(prompts.map(({ id }) => id)).size).toBe(450);
  expect(total).toBe(450);
  expect(shownFavorites({ ...list, pages: list.pages.slice(0, 1) }).total).toBe(450);
});

test('a favorite comes first, once, and goes from whatever page it is on', async () => {
  const { list } = await listOf450();
  const added = shownFavorites(withFavorite(list, 'new', card('new')));
  expect([added.prompts[0]?.id, added.prompts.length, added.total]).toEqual(['new', 451, 451]);
  const again = shownFavorites(withFavorite(list, 'p300', card('p300')));
  expect([again.prompts[0]?.id, again.prompts.length, again.total]).toEqual(['p300', 450, 450]);
  const taken = shownFavorites(withFavorite(list, 'p300', undefined));
  expect([taken.prompts.length, taken.total]).toEqual([449, 449]);
  expect(shownFavorites(withFavorite(list, 'unknown', undefined)).total).toBe(450);
  const firstPage = { ...list, pages: list.pages.slice(0, 1) };
  expect(shownFavorites(withFavorite(firstPage, 'p300', undefined)).total).toBe(449);
});
