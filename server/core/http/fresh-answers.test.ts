import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/app.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import type { ChangeListener } from '../database/changes.ts';
import { keepAnswersFresh, Refresh } from './fresh-answers.ts';

const PROMPT = seedId('A prompt');
const LIST = '/api/categories/fitness';

let node: TestApp;
let otherNode: TestApp;
let listeners: ChangeListener[];
let ada: TestMember;

/** Two processes on one database, each with its own ready answers. */
beforeAll(async () => {
  node = await createTestApp({ template: 'empty' });
  await seedPrompts(node.database.db, [{ title: 'A prompt' }]);
  otherNode = await createTestApp({ template: 'empty', parts: { db: node.database.db } });
  listeners = [node, otherNode].map(({ cache }) => keepAnswersFresh(node.database.connection, cache));
  ada = await createMember(node);
  // Each listens from its first emptying on.
  while (Math.min(node.cache.version, otherNode.cache.version) === 0) await sleep(10);
});

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.stop()));
  await otherNode.close();
  await node.close();
});

const shown = async (app: TestApp) => (await app.get(LIST)).json().prompts[0];

test('a write shows to visitors of every node within about a second, and the library stays known', async () => {
  const libraryVersions = [node, otherNode].map(({ cache }) => cache.library.version);
  const writes: [() => Promise<unknown>, object][] = [
    [() => ada.post(`/api/prompts/${PROMPT}/favorite`), { favoriteCount: 1 }],
    [() => ada.post(`/api/prompts/${PROMPT}/vote`, { type: 'up' }), { upvotes: 1, rating: '1.03' }],
    [() => ada.post(`/api/prompts/${PROMPT}/copy`), { copyCount: 1 }],
    [() => ada.post(`/api/prompts/${PROMPT}/comments`, { content: 'Hello' }), { commentCount: 1 }],
    [() => ada.del(`/api/prompts/${PROMPT}/favorite`), { favoriteCount: 0 }],
  ];
  for (const [write, expected] of writes) {
    await Promise.all([shown(node), shown(otherNode)]);
    await write();
    for (const app of [node, otherNode]) {
      await expect.poll(() => shown(app), { timeout: 2500, interval: 50 }).toMatchObject(expected);
    }
  }
  expect([node, otherNode].map(({ cache }) => cache.library.version)).toEqual(libraryVersions);
});

test('a hundred writes in a row empty the answers no more than once a second', async () => {
  await sleep(2100);
  const before = otherNode.cache.version;
  const startedAt = performance.now();
  for (let time = 0; time < 100; time += 1) {
    if (time % 2) await ada.del(`/api/prompts/${PROMPT}/favorite`);
    else await ada.post(`/api/prompts/${PROMPT}/favorite`);
  }
  await sleep(1200);
  const seconds = (performance.now() - startedAt) / 1000;
  const emptied = otherNode.cache.version - before;
  expect(emptied).toBeGreaterThanOrEqual(2);
  expect(emptied).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

test('a repeat that moves nothing empties nothing', async () => {
  await ada.post(`/api/prompts/${PROMPT}/copy`);
  await sleep(2100);
  const before = otherNode.cache.version;
  await ada.post(`/api/prompts/${PROMPT}/copy`);
  await ada.get(`/api/prompts/${PROMPT}`);
  await sleep(300);
  expect(otherNode.cache.version).toBe(before);
});

test('a member’s answer is made anew each time', async () => {
  await ada.post(`/api/prompts/${PROMPT}/favorite`);
  expect((await ada.get(LIST)).json().prompts[0].favoriteCount).toBe(1);
  await ada.del(`/api/prompts/${PROMPT}/favorite`);
  expect((await ada.get(LIST)).json().prompts[0].favoriteCount).toBe(0);
});

test('Refresh acts at once, then spaced, and once after the last call', async () => {
  const times: number[] = [];
  const startedAt = performance.now();
  const refresh = new Refresh(() => times.push(performance.now() - startedAt), 100);
  for (let time = 0; time < 30; time += 1) {
    refresh.ask();
    await sleep(10);
  }
  const lastAsk = performance.now() - startedAt;
  await sleep(400);
  refresh.stop();
  expect(times[0]).toBeLessThan(50);
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(98);
  }
  expect(times.at(-1)).toBeGreaterThanOrEqual(lastAsk - 12);
});
