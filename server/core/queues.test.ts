import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Queues } from './queues.ts';

test('under one key so many run at once, in the order they came; other keys do not wait', async () => {
  const queues = new Queues(2);
  const began: string[] = [];
  let running = 0;
  let most = 0;
  const work = (name: string) => async () => {
    began.push(name);
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
    return name;
  };
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const done = await Promise.all(names.map((name) => queues.run('one', work(name))));
  expect([done, began, most]).toEqual([names, names, 2]);
  await Promise.all(names.map((name) => queues.run(name, work(name))));
  expect(most).toBe(7);
  expect(queues.size).toBe(0);
});

test('a failure is told to its own caller, and the next goes on', async () => {
  const queues = new Queues(1);
  const failing = queues.run('one', () => Promise.reject(new Error('no')));
  const next = queues.run('one', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(queues.size).toBe(0);
});

test('whose turn does not come in time is sent away without being done', async () => {
  let now = 0;
  const queues = new Queues(1, () => now);
  let free = () => {};
  const hanging = queues.run('one', () => new Promise<void>((done) => (free = done)));
  let isDone = false;
  const late = queues.run('one', async () => {
    isDone = true;
  });
  now = 20_001;
  free();
  await hanging;
  await expect(late).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(isDone).toBe(false);
  expect(await queues.run('one', async () => 'again')).toBe('again');
});
