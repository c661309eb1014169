import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...Array.from({ length: 6 }, (_, index) => ({ title: `Prompt ${index}` })),
    { title: 'A locked prompt', tier: 'pro', content: 'secret' },
  ]);
});

beforeEach(async () => {
  ada = await createMember(app);
});

afterAll(() => app.close());

const EMPTY = { isPaused: false, prompts: [], total: 0, nextCursor: null };

const open = (member: TestMember, title: string) => member.put(`/api/user/recents/${seedId(title)}`);
const read = (member: TestMember, title: string, headers = {}) =>
  member.get(`/api/prompts/${seedId(title)}`, { headers });
const copy = (member: TestMember, title: string) => member.post(`/api/prompts/${seedId(title)}/copy`);

async function recentTitles(member: TestMember): Promise<string[]> {
  const { prompts } = (await member.get('/api/user/recents')).json();
  return prompts.map(({ title }: { title: string }) => title);
}

test('opening and copying put a prompt first; each is there once', async () => {
  expect((await ada.get('/api/user/recents')).json()).toEqual(EMPTY);
  const opened = await open(ada, 'Prompt 0');
  expect(Math.abs(Date.parse(opened.json().lastUsedAt) - Date.now())).toBeLessThan(10_000);
  expect(await recentTitles(ada)).toEqual(['Prompt 0']);
  await copy(ada, 'Prompt 1');
  expect(await recentTitles(ada)).toEqual(['Prompt 1', 'Prompt 0']);
  await copy(ada, 'Prompt 0');
  expect(await recentTitles(ada)).toEqual(['Prompt 0', 'Prompt 1']);
  await copy(ada, 'Prompt 1');
  expect(await recentTitles(ada)).toEqual(['Prompt 1', 'Prompt 0']);
  await open(ada, 'Prompt 0');
  await open(ada, 'Prompt 0');
  expect(await recentTitles(ada)).toEqual(['Prompt 0', 'Prompt 1']);
  const [first] = (await ada.get('/api/user/recents')).json().prompts;
  expect(Math.abs(Date.parse(first.lastUsedAt) - Date.now())).toBeLessThan(10_000);
});

test('while paused nothing new is remembered, and what is there stays', async () => {
  await copy(ada, 'Prompt 0');
  const paused = await ada.put('/api/user/recents', { isPaused: true });
  expect(paused.json()).toMatchObject({ isPaused: true, prompts: [{ title: 'Prompt 0' }] });
  expect((await ada.put('/api/user/recents', { isPaused: true })).json().isPaused).toBe(true);
  await copy(ada, 'Prompt 1');
  expect((await open(ada, 'Prompt 2')).json()).toEqual({ lastUsedAt: null });
  expect(await recentTitles(ada)).toEqual(['Prompt 0']);
  await ada.put('/api/user/recents', { isPaused: false });
  await copy(ada, 'Prompt 1');
  expect(await recentTitles(ada)).toEqual(['Prompt 1', 'Prompt 0']);
});

test('cleared, they are forgotten; another member’s stay', async () => {
  const grace = await createMember(app);
  await copy(grace, 'Prompt 3');
  await copy(ada, 'Prompt 3');
  expect((await ada.del('/api/user/recents')).json()).toEqual(EMPTY);
  expect((await ada.del('/api/user/recents')).json()).toEqual(EMPTY);
  expect(await recentTitles(grace)).toEqual(['Prompt 3']);
});

test('one is forgotten, as often as one asks; another member’s stays', async () => {
  const grace = await createMember(app);
  await copy(grace, 'Prompt 3');
  for (const title of ['Prompt 2', 'Prompt 3', 'Prompt 4']) await copy(ada, title);
  const forget = () => ada.del(`/api/user/recents/${seedId('Prompt 3')}`);
  expect((await forget()).json()).toEqual({ isRemoved: true });
  expect((await forget()).json()).toEqual({ isRemoved: true });
  expect(await recentTitles(ada)).toEqual(['Prompt 4', 'Prompt 2']);
  expect(await recentTitles(grace)).toEqual(['Prompt 3']);
  await copy(ada, 'Prompt 3');
  expect(await recentTitles(ada)).toEqual(['Prompt 3', 'Prompt 4', 'Prompt 2']);
});

test('one that was removed comes back to where it was, also while paused', async () => {
  for (const title of ['Prompt 1', 'Prompt 2', 'Prompt 3']) await copy(ada, title);
  const url = `/api/user/recents/${seedId('Prompt 2')}`;
  const [, { lastUsedAt }] = (await ada.get('/api/user/recents')).json().prompts;
  await ada.put('/api/user/recents', { isPaused: true });
  await ada.del(url);
  const restore = (at: string) => ada.put(`${url}/last-use`, { lastUsedAt: at });
  expect((await restore(lastUsedAt)).json()).toEqual({ isRestored: true });
  expect(await recentTitles(ada)).toEqual(['Prompt 3', 'Prompt 2', 'Prompt 1']);
  // What is there stays, and nothing was used in the future.
  await restore('2020-01-01T00:00:00.000Z');
  expect((await ada.get('/api/user/recents')).json().prompts[1].lastUsedAt).toBe(lastUsedAt);
  await ada.del(url);
  await restore('2999-01-01T00:00:00.000Z');
  const [first] = (await ada.get('/api/user/recents')).json().prompts;
  expect([first.title, Date.parse(first.lastUsedAt) <= Date.now()]).toEqual(['Prompt 2', true]);
  expect((await restore('0000-01-01T00:00:00Z')).statusCode).toBe(400);
  const locked = await ada.put(`/api/user/recents/${seedId('A locked prompt')}/last-use`, { lastUsedAt });
  expect(locked.statusCode).toBe(403);
});

test('a prompt that was refused, or whose text was only read, is not remembered', async () => {
  const locked = await open(ada, 'A locked prompt');
  expect([locked.statusCode, locked.json().message]).toEqual([
    403,
    'Upgrade required: this prompt is part of the Pro plan.',
  ]);
  expect(locked.payload).not.toContain('secret');
  expect((await open(ada, 'No such prompt')).statusCode).toBe(404);
  expect((await app.server.inject(visitorOpens())).statusCode).toBe(401);
  expect((await copy(ada, 'A locked prompt')).statusCode).toBe(403);
  expect((await read(ada, 'Prompt 0')).statusCode).toBe(200);
  expect((await read(ada, 'Prompt 0', { purpose: 'prefetch' })).statusCode).toBe(200);
  await sleep(200);
  expect(await recentTitles(ada)).toEqual([]);
});

function visitorOpens() {
  const headers = { origin: app.settings.publicUrl };
  return { method: 'PUT', url: `/api/user/recents/${seedId('Prompt 0')}`, headers } as const;
}

test('many at once, of one member and of one prompt, leave one row each', async () => {
  const grace = await createMember(app);
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => open(index % 2 ? ada : grace, `Prompt ${index % 3}`)),
  );
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  for (const member of [ada, grace]) {
    expect((await recentTitles(member)).sort()).toEqual(['Prompt 0', 'Prompt 1', 'Prompt 2']);
  }
});

test('a prompt that got locked in the meantime is shown as its card', async () => {
  const member = await createMember(app, { tier: 'pro' });
  await copy(member, 'A locked prompt');
  await sql`update users set tier = 'basic' where id = ${member.id}`.execute(app.database.db);
  const response = await member.get('/api/user/recents');
  expect(response.json().prompts).toMatchObject([{ title: 'A locked prompt', isLocked: true }]);
  expect(response.payload).not.toContain('secret');
});

test('reading a prompt does not depend on its being remembered', async () => {
  await sql`alter table recents rename to recents_away`.execute(app.database.db);
  try {
    const response = await read(ada, 'Prompt 0');
    expect([response.statusCode, response.json().title]).toEqual([200, 'Prompt 0']);
  } finally {
    await sql`alter table recents_away rename to recents`.execute(app.database.db);
  }
});

test('what is no pause is refused', async () => {
  for (const body of [
    {},
    { isPaused: 'true' },
    { isPaused: 1 },
    { isPaused: null },
    { isPaused: true, userId: 'x' },
  ]) {
    expect((await ada.put('/api/user/recents', body)).statusCode).toBe(400);
  }
  expect((await ada.get('/api/user/recents')).json().isPaused).toBe(false);
});
