import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConcurrentCalls, createConcurrentCalls, MEMBERS } from '#server/testing/concurrent-calls.ts';

let calls: ConcurrentCalls;
beforeAll(async () => {
  calls = await createConcurrentCalls();
});
afterAll(() => calls.app.close());

test('a thousand copies at once, by fifty members: one each and day', async () => {
  await calls.callAtOnce((member) => member.post(calls.url('copy')));
  // Two days, should midnight in UTC have come between.
  const { copies } = await calls.counters();
  expect(copies % MEMBERS).toBe(0);
  expect(copies / MEMBERS).toBeLessThanOrEqual(2);
  expect(copies).toBeGreaterThan(0);
});
