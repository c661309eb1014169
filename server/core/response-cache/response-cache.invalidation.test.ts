import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { type ChangeListener, LIBRARY_CHANNEL, listenForChanges } from '../database/change-notifications.ts';

const PROMPT = seedId('A prompt');
const LIST = '/api/categories/fitness';

let now = 0;
let nodes: TestApp[];
let node: TestApp;
let listeners: ChangeListener[];
let ada: TestMember;

/** Two processes on one database, each with its own cache and connection for notifications. */
beforeAll(async () => {
  node = await createTestApp({ template: 'empty', dependencies: { now: () => now } });
  const { db, connection } = node.database;
  await seedPrompts(db, [{ title: 'A prompt' }, { title: 'Another prompt' }]);
  nodes = [node, await createTestApp({ template: 'empty', dependencies: { db, now: () => now } })];
  listeners = nodes.map(({ cache }) => listenForChanges(connection, (tags) => cache.invalidate(tags)));
  ada = await createMember(node);
  // The first clearing says that the connection listens.
  await waitUntil('both listen', () => nodes.every(({ cache }) => cache.version === 1));
});

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.stop()));
  for (const app of nodes.toReversed()) await app.close();
});

/** Whatever one test left in the caches is too old for the next. */
beforeEach(() => {
  now += 4_000_000;
});

const listed = async (app: TestApp) => (await app.get(LIST)).json().prompts;
const shown = async (app: TestApp) =>
  (await listed(app)).find(({ title }: { title: string }) => title === 'A prompt');

test('a write clears nothing, and is shown to visitors of every node within 30 seconds, to members at once', async () => {
  const writes: [() => Promise<unknown>, object][] = [
    [() => ada.post(`/api/prompts/${PROMPT}/favorite`), { favoriteCount: 1 }],
    [() => ada.post(`/api/prompts/${PROMPT}/vote`, { type: 'up' }), { upvotes: 1, rating: '1.03' }],
    [() => ada.post(`/api/prompts/${PROMPT}/copy`), { copyCount: 1 }],
    [() => ada.post(`/api/prompts/${PROMPT}/comments`, { content: 'Hello' }), { commentCount: 1 }],
    [() => ada.del(`/api/prompts/${PROMPT}/favorite`), { favoriteCount: 0 }],
  ];
  for (const [write, expected] of writes) {
    const versions = nodes.map(({ cache }) => cache.version);
    const before = await Promise.all(nodes.map(shown));
    await write();
    expect((await ada.get(LIST)).json().prompts[0]).toMatchObject(expected);
    expect(await Promise.all(nodes.map(shown))).toEqual(before);
    now += 30_001;
    for (const app of nodes) expect(await shown(app)).toMatchObject(expected);
    expect(nodes.map(({ cache }) => cache.version)).toEqual(versions);
  }
});

test('a retired prompt is shown by no node that was notified, not even stale', async () => {
  for (const app of nodes) expect(await listed(app)).toHaveLength(2);
  // Stale by now: what is served next would be the old list, renewed behind it.
  now += 20_000;
  const versions = nodes.map(({ cache }) => cache.version);
  const { pool } = node.database;
  await pool.query('update prompt_stats set is_listed = false where prompt_id = $1', [PROMPT]);
  await pool.query(`notify ${LIBRARY_CHANNEL}`);
  await waitUntil('both were notified', () =>
    nodes.every(({ cache }, index) => cache.version !== versions[index]),
  );
  for (const app of nodes) expect(await listed(app)).toHaveLength(1);
});
