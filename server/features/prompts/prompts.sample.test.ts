import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSample } from '#contract/catalog.ts';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';

const SHORT: Seed = { title: 'Short', featured: true, content: 'Plan [days] days.' };
const LONG: Seed = { title: 'Long', featured: true, content: 'Plan [days] days. '.repeat(9) };
/** All of them shorter than the two above. */
const OTHERS: Seed[] = [
  { title: 'Not featured', content: 'x' },
  { title: 'Without a result', featured: true, content: 'x' },
  { title: 'Retired', featured: true, content: 'x', isListed: false },
  { title: 'Advanced', featured: true, content: 'lockedzq', tier: 'advanced' },
  { title: 'Engineer', featured: true, content: 'lockedzq', tier: 'engineer' },
];

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [SHORT, LONG, ...OTHERS], ['fitness/strength', 'health/sleep']);
  for (const { title } of [SHORT, LONG, ...OTHERS].filter(({ title }) => title !== 'Without a result')) {
    await app.database.pool.query(
      `insert into exemplars (prompt_id, position, "values", model, made_on, output) values
       ($1, 1, '{}', 'example', '2026-11-20', 'second'),
       ($1, 0, '{"days": 3}', 'example', '2026-11-21', $2)`,
      [seedId(title), `Result of ${title}`],
    );
  }
});
afterAll(() => app.close());

const SAMPLE = '/api/categories/fitness/sample';

test('everybody reads the shortest basic prompt that is featured, with its first exemplar', async () => {
  for (const viewer of [app, await createMember(app, { tier: 'engineer' })]) {
    const response = await viewer.get(SAMPLE);
    expect(response.payload).not.toContain('lockedzq');
    expect(getSample.response.parse(response.json()).sample).toMatchObject({
      prompt: { title: 'Short', tier: 'basic', isLocked: false, content: SHORT.content },
      exemplar: { values: { days: 3 }, output: 'Result of Short' },
    });
  }
});

test('no address gets another prompt’s text, and every other way to it stays closed', async () => {
  for (const url of [`${SAMPLE}?id=${seedId('Long')}`, `${SAMPLE}?prompt=${seedId('Engineer')}`]) {
    expect([url, (await app.get(url)).json().sample?.prompt.title]).toEqual([url, 'Short']);
  }
  for (const end of ['', '/exemplars', '/export?format=text']) {
    expect((await app.get(`/api/prompts/${seedId('Short')}${end}`)).statusCode).toBe(401);
  }
});

test('a category without one says so, an unknown one is not found', async () => {
  expect((await app.get('/api/categories/health/sample')).json()).toEqual({ sample: null });
  expect((await app.get('/api/categories/nowhere/sample')).statusCode).toBe(404);
});
