import { expect, test } from 'vitest';
import type { PromptCard } from '#contract/prompts.ts';
import { createQueryClient } from '#web/api/query.ts';
import { favoritesQuery, withFavorite } from './favorites.queries.ts';

/** The list looks at nothing else of a card. */
const card = (id: string) => ({ id }) as PromptCard;

type List = Parameters<typeof withFavorite>[0];

const shown = ({ pages }: List) => ({
  ids: pages.flatMap(({ prompts }) => prompts.map(({ id }) => id)),
  total: pages.at(-1)?.total,
});

/** Responds as the library does for somebody who keeps 54. */
async function listOf54() {
  const asked: string[] = [];
  const client = createQueryClient(async (path) => {
    asked.push(path);
    const from = Number(new URL(path, 'http://localhost').searchParams.get('cursor') ?? 0);
    const ids = Array.from({ length: Math.min(24, 54 - from) }, (_, index) => `p${from + index}`);
    const next = from + 24;
    return {
      status: 200,
      headers: {
        'x-total-count': '54',
        ...(next < 54 ? { link: `</api/favorites?cursor=${next}>; rel="next"` } : {}),
      },
      text: JSON.stringify(ids.map(card)),
    };
  });
  const list = await client.fetchInfiniteQuery({ ...favoritesQuery(), pages: 5 });
  return { list, asked };
}

test('all favorites can be reached, page by page, and the total is known from the first', async () => {
  const { list, asked } = await listOf54();
  expect(asked).toEqual(['/api/favorites', '/api/favorites?cursor=24', '/api/favorites?cursor=48']);
  const { ids, total } = shown(list);
  expect([new Set(ids).size, total]).toEqual([54, 54]);
  expect(shown({ ...list, pages: list.pages.slice(0, 1) }).total).toBe(54);
});

test('a favorite comes first, once, and goes from whatever page it is on', async () => {
  const { list } = await listOf54();
  const added = shown(withFavorite(list, 'new', card('new')));
  expect([added.ids[0], added.ids.length, added.total]).toEqual(['new', 55, 55]);
  const again = shown(withFavorite(list, 'p30', card('p30')));
  expect([again.ids[0], again.ids.length, again.total]).toEqual(['p30', 54, 54]);
  const taken = shown(withFavorite(list, 'p30', undefined));
  expect([taken.ids.length, taken.total]).toEqual([53, 53]);
  expect(shown(withFavorite(list, 'unknown', undefined)).total).toBe(54);
  const firstPage = { ...list, pages: list.pages.slice(0, 1) };
  expect(shown(withFavorite(firstPage, 'p30', undefined)).total).toBe(53);
});
