import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Crowd, createCrowd, MEMBERS } from '#server/testing/thousand-calls.ts';

let crowd: Crowd;
beforeAll(async () => {
  crowd = await createCrowd();
});
afterAll(() => crowd.app.close());

test('a thousand copies at once, by fifty members: one each and day (C10)', async () => {
  await crowd.callAtOnce((member) => member.post(crowd.url('copy')));
  // Two days, should midnight in UTC have come between.
  const { copies } = await crowd.counters();
  expect(copies % MEMBERS).toBe(0);
  expect(copies / MEMBERS).toBeLessThanOrEqual(2);
  expect(copies).toBeGreaterThan(0);
});
