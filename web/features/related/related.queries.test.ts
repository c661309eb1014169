import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { relatedQuery } from './related.queries.ts';

const clientReturning = (status: number, body: object) =>
  createQueryClient(async () => ({ status, headers: {}, text: JSON.stringify(body) }));

test('a missing prompt has no related prompts; any other failure throws', async () => {
  const query = relatedQuery('aaaaaaaaaaaa');
  expect(await clientReturning(200, { prompts: [{ id: 'b' }] }).fetchQuery(query)).toEqual([{ id: 'b' }]);
  expect(await clientReturning(404, { message: 'Prompt not found' }).fetchQuery(query)).toEqual([]);
  await expect(clientReturning(503, { message: 'Later' }).fetchQuery(query)).rejects.toThrow();
});
