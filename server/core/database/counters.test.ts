import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConcurrentCalls, createConcurrentCalls, MEMBERS } from '#server/testing/concurrent-calls.ts';
import { CounterWrites } from './counters.ts';
import { currentBudget, withNewBudget } from './time-budget.ts';
import { withTransactionRetry } from './transaction-retry.ts';

/** Each kind alone: favorites.concurrency, votes.concurrency and prompts.copies.concurrency. */
describe('a thousand concurrent calls of every kind, by fifty members, on one prompt', () => {
  let calls: ConcurrentCalls;
  beforeAll(async () => {
    calls = await createConcurrentCalls();
  });
  afterAll(() => calls.app.close());

  test('a call that waits longer than the request timeout is refused and never starts', async () => {
    const writes = new CounterWrites(calls.app.database.db);
    const hang = Promise.withResolvers<void>();
    const before = [1, 2, 3, 4].map(() => writes.run('one', () => hang.promise));
    await withNewBudget(async () => {
      const late = writes.run('one', () => Promise.reject(new Error('it began')));
      await expect(late).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
      // The half second that is left for the answer, give or take a timer's millisecond.
      expect(currentBudget()?.left).toBeLessThan(600);
    });
    hang.resolve();
    await Promise.all(before);
  });

  test('all calls are answered, and every counter equals the count of its rows', async () => {
    const { url } = calls;
    await calls.callAtOnce((member, index) => {
      switch ((index * 7 + Math.floor(index / MEMBERS)) % 7) {
        case 0:
        case 1:
          return member.post(url('favorite'));
        case 2:
          return member.del(url('favorite'));
        case 3:
          return member.post(url('vote'), { type: 'up' });
        case 4:
          return member.post(url('vote'), { type: 'down' });
        case 5:
          return member.del(url('vote'));
        default:
          return member.post(url('copy'));
      }
    });
  });
});

describe('a transaction that PostgreSQL aborted because of a deadlock', () => {
  const ended = (code: string) => Object.assign(new Error('ended'), { code });

  test('is retried once, and only once', async () => {
    for (const code of ['40P01', '40001']) {
      let runs = 0;
      const once = await withTransactionRetry(async () => {
        runs += 1;
        if (runs === 1) throw ended(code);
        return runs;
      });
      expect(once).toBe(2);
      await expect(withTransactionRetry(() => Promise.reject(ended(code)))).rejects.toThrow('ended');
    }
    let runs = 0;
    const other = withTransactionRetry(async () => {
      runs += 1;
      throw ended('23505');
    });
    await expect(other).rejects.toThrow('ended');
    expect(runs).toBe(1);
  });
});
