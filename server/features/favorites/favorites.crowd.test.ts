import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Crowd, createCrowd, MEMBERS } from '#server/testing/thousand-calls.ts';

let crowd: Crowd;
beforeAll(async () => {
  crowd = await createCrowd();
});
afterAll(() => crowd.app.close());

test('a thousand keepings and forgettings at once, by fifty members (C8)', async () => {
  const { url } = crowd;
  await crowd.callAtOnce((member, index) =>
    (index * 7 + Math.floor(index / MEMBERS)) % 3
      ? member.post(url('favorite'))
      : member.del(url('favorite')),
  );
});

test('what each member was told last is what is there', async () => {
  const { members, url } = crowd;
  const told = await Promise.all(
    members.map(async (member, index) => {
      const answer = index % 2 ? await member.post(url('favorite')) : await member.del(url('favorite'));
      const { isFavorited } = (await member.get(url('interactions'))).json();
      return [answer.json().isFavorited, isFavorited];
    }),
  );
  for (const [answered, found] of told) expect(found).toBe(answered);
  expect((await crowd.counters()).favorites).toBe(MEMBERS / 2);
});
