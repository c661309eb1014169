import { expect, expectTypeOf, test } from 'vitest';
import type { getTopic } from './catalog.ts';
import type { addComment } from './comments.ts';
import { type Input, type ResponseBody, urlOf } from './endpoint.ts';
import type { addFavorite, FavoriteState, listFavorites } from './favorites.ts';

test('an endpoint types what its call takes and returns', () => {
  expectTypeOf<ResponseBody<typeof addFavorite>>().toEqualTypeOf<FavoriteState>();
  expectTypeOf<{ id: string }>().toExtend<Input<typeof addFavorite>>();
  expectTypeOf<{ body: { content: string } }>().not.toExtend<Input<typeof addComment>>();
  expectTypeOf<{ id: string; body: { content: string } }>().toExtend<Input<typeof addComment>>();
  expectTypeOf<{ query: { limit: number; cursor: undefined } }>().toExtend<Input<typeof listFavorites>>();
  expectTypeOf<{ query: { sort: 'oldest' } }>().not.toExtend<Input<typeof getTopic>>();
});

test('the address of a call has its parameters and its query, encoded', () => {
  const topic = { url: '/api/topics/:categorySlug/:topicSlug' } as const;
  const slugs = { categorySlug: 'a/b', topicSlug: 'ü' };
  expect(urlOf(topic, slugs)).toBe('/api/topics/a%2Fb/%C3%BC');
  const query = { sort: 'newest', limit: 12, cursor: undefined, tier: '' };
  expect(urlOf(topic, { ...slugs, query })).toBe('/api/topics/a%2Fb/%C3%BC?sort=newest&limit=12');
  expect(urlOf({ url: '/api/favorites' })).toBe('/api/favorites');
});

test('an address without a value for a parameter is refused', () => {
  expect(() => urlOf({ url: '/api/prompts/:id' }, { id: '' })).toThrow('/api/prompts/:id needs id');
  expect(() => urlOf({ url: '/api/prompts/:id' })).toThrow('/api/prompts/:id needs id');
});
