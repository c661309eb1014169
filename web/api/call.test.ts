import { expect, test } from 'vitest';
import { getTopic } from '#contract/catalog.ts';
import { listFavorites } from '#contract/favorites.ts';
import { getPrompt } from '#contract/prompts.ts';
import { setVote } from '#contract/votes.ts';
import { call, callPage, nullIfNotFound } from './call.ts';
import { createQueryClient, keyOf } from './query.ts';

const ID = 'pppppppppppp';

function clientReturning(status: number, text: string, headers: Record<string, string> = {}) {
  const sent: unknown[] = [];
  const client = createQueryClient(async (path, { method, body } = {}) => {
    sent.push(body === undefined ? [method, path] : [method, path, body]);
    return { status, headers, text };
  });
  return { client, sent };
}

test('a call sends the method, the address and the body of its endpoint', async () => {
  const { client, sent } = clientReturning(200, '{"vote":"up"}');
  expect(await call(setVote, { id: ID, body: { type: 'up' } }, { client })).toEqual({ vote: 'up' });
  const slugs = { categorySlug: 'fitness', topicSlug: 'gym' };
  await call(getTopic, { ...slugs, query: { sort: 'newest', cursor: undefined } }, { client });
  expect(sent).toEqual([
    ['POST', `/api/prompts/${ID}/vote`, { type: 'up' }],
    ['GET', '/api/topics/fitness/gym?sort=newest'],
  ]);
});

test('a list page reads its total and next cursor from the headers', async () => {
  const link = '</api/favorites?limit=2&cursor=abc_1>; rel="next"';
  const { client } = clientReturning(200, '[{},{}]', { link, 'x-total-count': '5' });
  const first = await callPage(listFavorites, {}, { client });
  expect(first).toEqual({ items: [{}, {}], total: 5, nextCursor: 'abc_1' });
  const last = await callPage(listFavorites, {}, { client: clientReturning(200, '[{}]').client });
  expect(last).toEqual({ items: [{}], total: 1, nextCursor: null });
});

test('any status other than success throws; a 404 can become null', async () => {
  const ask = (status: number) =>
    call(getPrompt, { id: ID }, { client: clientReturning(status, '{}').client });
  await expect(ask(503)).rejects.toThrow('503: {}');
  expect(await ask(404).catch(nullIfNotFound)).toBeNull();
  await expect(ask(403).catch(nullIfNotFound)).rejects.toThrow('403: {}');
});

test('the query key of an endpoint is a prefix of those of all its calls', async () => {
  const { client } = clientReturning(200, '{}');
  client.setQueryData(keyOf(getPrompt, { id: ID }), {});
  client.setQueryData(keyOf(listFavorites), {});
  const matching = client.getQueryCache().findAll({ queryKey: keyOf(getPrompt) });
  expect(matching.map(({ queryKey }) => queryKey)).toEqual([['/api/prompts/:id', { id: ID }]]);
});
