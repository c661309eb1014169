import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;

const OLD = '2025-01-01T00:00:00.000Z';
const fitness: Seed[] = Array.from({ length: 8 }, (_, index) => ({
  title: `Fit ${index}`,
  topic: 'fitness/strength',
  copies: 10 * index,
  createdAt: OLD,
}));
const health: Seed[] = Array.from({ length: 8 }, (_, index) => ({
  title: `Sleep ${index}`,
  topic: 'health/sleep',
  copies: index,
  tier: 'pro',
  content: 'The secret.',
  createdAt: OLD,
}));

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...fitness,
    ...health,
    { title: 'Brand new', topic: 'career/resume', createdAt: new Date().toISOString() },
    { title: 'Retired', isListed: false, featured: true, copies: 1000, createdAt: new Date().toISOString() },
    { title: 'Featured, of Pro', topic: 'health/sleep', tier: 'pro', featured: true, createdAt: OLD },
    { title: 'The featured', topic: 'career/resume', featured: true, createdAt: OLD },
  ]);
});

afterAll(() => app.close());

async function read(member: TestMember): Promise<Dashboard> {
  const response = await member.get('/api/user/dashboard');
  expect(response.statusCode, response.payload).toBe(200);
  expect(response.payload).not.toContain('secret');
  expect(response.headers['cache-control']).toBe('private, no-store');
  return response.json();
}

const titles = (tiles: { title: string }[]) => tiles.map(({ title }) => title);
const open = (member: TestMember, title: string) => member.put(`/api/user/recents/${seedId(title)}`);

test('on a first visit there is what is new, popular and featured, of all categories', async () => {
  const dashboard = await read(await createMember(app));
  expect(dashboard).toMatchObject({
    recent: [],
    hasCopied: false,
    newThisWeek: 1,
    isPopularMine: false,
    featured: { title: 'The featured' },
  });
  // One of each category; of the same moment, the featured one comes first, then by title.
  expect(titles(dashboard.newest)).toEqual(['Brand new', 'Featured, of Pro', 'Fit 0']);
  // The most popular of each category come first.
  expect(titles(dashboard.popular).slice(0, 3)).toEqual(['Fit 7', 'Sleep 7', 'The featured']);
  expect(dashboard.popular).toHaveLength(6);
  expect(dashboard.popular[1]).toMatchObject({ isLocked: true, tier: 'pro', favoriteCount: 0 });
});

test('later there is what was used last, and what is popular beside it in the same categories', async () => {
  const member = await createMember(app);
  for (const title of ['Fit 7', 'Fit 5', 'Fit 3', 'Fit 1']) await open(member, title);
  await member.post(`/api/prompts/${seedId('Fit 6')}/favorite`);
  await member.post(`/api/prompts/${seedId('Fit 1')}/copy`);
  const dashboard = await read(member);
  expect(titles(dashboard.recent)).toEqual(['Fit 1', 'Fit 3', 'Fit 5']);
  expect(Date.now() - Date.parse(dashboard.recent[0]?.lastUsedAt ?? '')).toBeLessThan(60_000);
  expect(titles(dashboard.popular)).toEqual(['Fit 4', 'Fit 2', 'Fit 0']);
  expect(dashboard.popular.map(({ copyCount }) => copyCount)).toEqual([40, 20, 0]);
  expect(dashboard).toMatchObject({ hasCopied: true, isPopularMine: true });
});

test('what was used last is not among the new ones, which are then of this week no more', async () => {
  const member = await createMember(app);
  await open(member, 'Brand new');
  const dashboard = await read(member);
  expect(titles(dashboard.recent)).toEqual(['Brand new']);
  expect(dashboard.newThisWeek).toBe(0);
  expect(titles(dashboard.newest)).not.toContain('Brand new');
  expect(dashboard.newest).toHaveLength(3);
});

test('a featured prompt the member knows is replaced, by a locked one where there is no other', async () => {
  const member = await createMember(app);
  await open(member, 'The featured');
  expect((await read(member)).featured).toMatchObject({ title: 'Featured, of Pro', isLocked: true });
  await member.post(`/api/prompts/${seedId('Featured, of Pro')}/favorite`);
  expect((await read(member)).featured).toBeNull();
});

test('it is for members, and each has their own', async () => {
  expect((await app.get('/api/user/dashboard')).statusCode).toBe(401);
  const [ada, grace] = [await createMember(app), await createMember(app)];
  await open(ada, 'Fit 2');
  expect(titles((await read(ada)).recent)).toEqual(['Fit 2']);
  expect((await read(grace)).recent).toEqual([]);
});
