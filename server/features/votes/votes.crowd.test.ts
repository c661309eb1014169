import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Crowd, createCrowd, MEMBERS } from '#server/testing/thousand-calls.ts';

let crowd: Crowd;
beforeAll(async () => {
  crowd = await createCrowd();
});
afterAll(() => crowd.app.close());

test('a thousand votes up, down and taken back at once, by fifty members (C8)', async () => {
  const { url } = crowd;
  await crowd.callAtOnce((member, index) => {
    const choice = (index * 7 + Math.floor(index / MEMBERS)) % 3;
    if (choice === 0) return member.del(url('vote'));
    return member.post(url('vote'), { type: choice === 1 ? 'up' : 'down' });
  });
});

test('what each member was told last is what is there', async () => {
  const { members, url } = crowd;
  const told = await Promise.all(
    members.map(async (member, index) => {
      const type = index % 2 ? 'up' : 'down';
      const answer = index % 5 ? await member.post(url('vote'), { type }) : await member.del(url('vote'));
      return [answer.json().vote, (await member.get(url('interactions'))).json().vote];
    }),
  );
  for (const [answered, found] of told) expect(found).toBe(answered);
  const { up, down } = await crowd.counters();
  expect([up, down]).toEqual([(MEMBERS * 2) / 5, (MEMBERS * 2) / 5]);
});
