import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConcurrentCalls, createConcurrentCalls, MEMBERS } from '#server/testing/concurrent-calls.ts';

let calls: ConcurrentCalls;
beforeAll(async () => {
  calls = await createConcurrentCalls();
});
afterAll(() => calls.app.close());

test('a thousand votes up, down and taken back at once, by fifty members', async () => {
  const { url } = calls;
  await calls.callAtOnce((member, index) => {
    const choice = (index * 7 + Math.floor(index / MEMBERS)) % 3;
    if (choice === 0) return member.del(url('vote'));
    return member.post(url('vote'), { type: choice === 1 ? 'up' : 'down' });
  });
});

test('the last response to each member is what is stored', async () => {
  const { members, url } = calls;
  const responses = await Promise.all(
    members.map(async (member, index) => {
      const type = index % 2 ? 'up' : 'down';
      const response = index % 5 ? await member.post(url('vote'), { type }) : await member.del(url('vote'));
      return [response.json().vote, (await member.get(url('interactions'))).json().vote];
    }),
  );
  for (const [returned, found] of responses) expect(found).toBe(returned);
  const { up, down } = await calls.counters();
  expect([up, down]).toEqual([(MEMBERS * 2) / 5, (MEMBERS * 2) / 5]);
});
