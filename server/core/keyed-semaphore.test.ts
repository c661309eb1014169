import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyedSemaphore } from './keyed-semaphore.ts';

const WAIT = 5000;

test('one key runs as many tasks at once as it has permits, in order; other keys do not wait', async () => {
  const semaphore = new KeyedSemaphore(2);
  const started: string[] = [];
  let running = 0;
  let max = 0;
  const task = (name: string) => async () => {
    started.push(name);
    running += 1;
    max = Math.max(max, running);
    await sleep(5);
    running -= 1;
    return name;
  };
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const done = await Promise.all(names.map((name) => semaphore.run('one', WAIT, task(name))));
  expect([done, started, max]).toEqual([names, names, 2]);
  await Promise.all(names.map((name) => semaphore.run(name, WAIT, task(name))));
  expect(max).toBe(7);
  expect(semaphore.size).toBe(0);
});

test('a failure reaches its own caller, and the next task runs', async () => {
  const semaphore = new KeyedSemaphore(1);
  const failing = semaphore.run('one', WAIT, () => Promise.reject(new Error('no')));
  const next = semaphore.run('one', WAIT, async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(semaphore.size).toBe(0);
});

test('a task that waits too long is refused while the one before it still hangs, and never runs', async () => {
  const semaphore = new KeyedSemaphore(1);
  const hang = Promise.withResolvers<void>();
  const hanging = semaphore.run('one', WAIT, () => hang.promise);
  let hasRun = false;
  const late = semaphore.run('one', 20, async () => {
    hasRun = true;
  });
  await expect(late).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  await expect(semaphore.run('one', 0, async () => 'too late')).rejects.toMatchObject({ status: 503 });
  expect(await semaphore.run('another', WAIT, async () => 'free')).toBe('free');
  hang.resolve();
  await hanging;
  expect(await semaphore.run('one', WAIT, async () => 'again')).toBe('again');
  expect([hasRun, semaphore.size]).toEqual([false, 0]);
});
