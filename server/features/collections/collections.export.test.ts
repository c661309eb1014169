import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

const SECRET = 'pineapple secret';
const NAMES = Array.from({ length: 12 }, (_, index) => `Prompt ${String(index).padStart(2, '0')}`);

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...NAMES.map((title) => ({ title, content: SECRET })),
    { title: 'Locked', tier: 'engineer', content: SECRET },
  ]);
});
afterAll(() => app.close());

async function make(member: TestMember, titles: readonly string[], name = 'Weeknight Dinners') {
  const { id } = (await member.post('/api/collections', { name })).json<{ id: string }>();
  for (const title of titles) await member.put(`/api/collections/${id}/prompts/${seedId(title)}`);
  return id;
}

test('a collection is exported in its order, by the rules of every export', async () => {
  const [paying, pro, free] = [
    await createMember(app, { tier: 'advanced' }),
    await createMember(app, { tier: 'pro' }),
    await createMember(app),
  ];
  const titles = [...NAMES.toReversed(), 'Locked'];
  const id = await make(paying, titles, 'To go');
  const file = await paying.get(`/api/collections/${id}/export?format=markdown`);
  expect(file.headers['content-disposition']).toContain('promptarium-to-go.md');
  expect(file.payload.split(SECRET).length - 1).toBe(12);
  expect((await paying.get(`/api/collections/${id}/export?format=json`)).statusCode).toBe(403);
  const formats = { markdown: 'md', text: 'txt', csv: 'csv', json: 'json' };
  const theirs = await make(pro, titles, 'To go');
  for (const [format, ending] of Object.entries(formats)) {
    const { headers, payload } = await pro.get(`/api/collections/${theirs}/export?format=${format}`);
    expect(headers['content-disposition']).toContain(`promptarium-to-go.${ending}`);
    const places = titles.slice(0, -1).map((title) => payload.indexOf(title));
    expect([format, places]).toEqual([format, [...places].sort((a, b) => a - b)]);
    expect(places[0]).toBeGreaterThan(-1);
  }
  const json = (await pro.get(`/api/collections/${theirs}/export?format=json`)).json();
  expect(json.prompts.map(({ title }: { title: string }) => title)).toEqual(titles);
  const own = await make(free, ['Prompt 01']);
  expect((await free.get(`/api/collections/${own}/export?format=text`)).statusCode).toBe(403);
});
