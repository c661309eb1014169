import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { RateLimiter, RateLimits } from './rate-limiter.ts';

describe('one process', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a window lasts a minute from its first request', async () => {
    vi.useFakeTimers();
    const limiter = new RateLimiter({ name: 'test', limit: 2 });
    expect(await limiter.count('a')).toEqual({ limit: 2, remaining: 1, resetSeconds: 60, isExceeded: false });
    vi.advanceTimersByTime(30_500);
    expect(await limiter.count('a')).toMatchObject({ remaining: 0, resetSeconds: 30, isExceeded: false });
    expect(await limiter.count('a')).toMatchObject({ isExceeded: true });
    expect(await limiter.count('b')).toMatchObject({ isExceeded: false });
    vi.advanceTimersByTime(29_499);
    expect(await limiter.peek('a')).toMatchObject({ isExceeded: true, resetSeconds: 1 });
    vi.advanceTimersByTime(1);
    expect(await limiter.count('a')).toMatchObject({ isExceeded: false, remaining: 1, resetSeconds: 60 });
  });

  test('a flood of addresses does not use unbounded memory', async () => {
    vi.useFakeTimers();
    const limiter = new RateLimiter({ name: 'test', limit: 1 });
    for (let index = 0; index < 50_001; index += 1) await limiter.count(`address-${index}`);
    expect(await limiter.count('address-50000')).toMatchObject({ isExceeded: true });
    expect(await limiter.count('address-0')).toMatchObject({ isExceeded: false });
  });
});

describe('three processes on one database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('testServer'));
  });
  afterAll(() => database.drop());

  test('together allow a client as many requests as one process would, within 20 percent, and store no address', async () => {
    const processes = [1, 2, 3].map(() => new RateLimiter({ name: 'test', limit: 60, db: database.db }));
    let served = 0;
    for (let index = 0; index < 120; index += 1) {
      const limiter = processes[index % 3];
      const allowance = await limiter?.count('198.51.100.7');
      if (allowance?.isExceeded === false) served += 1;
      await limiter?.share();
    }
    expect(served).toBeGreaterThanOrEqual(60);
    expect(served).toBeLessThanOrEqual(72);
    expect(await processes[0]?.count('198.51.100.8')).toMatchObject({ remaining: 59 });
    const { rows } = await database.pool.query<{ key: string }>('select key from rate_limits');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.key).not.toContain('198.51');
  });

  test('share their counts on their own schedule', async () => {
    const limits = new RateLimits(database.db);
    const limiter = limits.limiter('by itself', 10);
    await limiter.count('ada', 5);
    await waitUntil('the count is shared', async () => {
      const { rows } = await database.pool.query("select from rate_limits where key like 'by itself:%'");
      return rows.length === 1;
    });
    limits.close();
  });
});
