import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConcurrentCalls, createConcurrentCalls, MEMBERS } from '#server/testing/concurrent-calls.ts';

let calls: ConcurrentCalls;
beforeAll(async () => {
  calls = await createConcurrentCalls();
});
afterAll(() => calls.app.close());

test('a thousand favorites added and removed at once, by fifty members', async () => {
  const { url } = calls;
  await calls.callAtOnce((member, index) =>
    (index * 7 + Math.floor(index / MEMBERS)) % 3
      ? member.post(url('favorite'))
      : member.del(url('favorite')),
  );
});

test('the last response to each member is what is stored', async () => {
  const { members, url } = calls;
  const responses = await Promise.all(
    members.map(async (member, index) => {
      const response = index % 2 ? await member.post(url('favorite')) : await member.del(url('favorite'));
      const { isFavorited } = (await member.get(url('interactions'))).json();
      return [response.json().isFavorited, isFavorited];
    }),
  );
  for (const [returned, found] of responses) expect(found).toBe(returned);
  expect((await calls.counters()).favorites).toBe(MEMBERS / 2);
});
