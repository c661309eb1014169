import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listRelated } from '#contract/related.ts';
import { grantPrompt, type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { isRelatedMissing, refreshRelated } from './related.public.ts';

const SEEDS: Seed[] = [
  { title: 'Mint tea for the balcony', content: 'zqsecret basic' },
  { title: 'Mint tea in winter', tier: 'pro', content: 'zqsecret pro' },
  { title: 'Mint in the rain', tier: 'engineer', content: 'zqsecret engineer' },
  { title: 'Balcony chairs', topic: 'fitness/running' },
  { title: 'Mint tea out of sight', isListed: false },
  { title: 'Mint tea of another category', topic: 'health/sleep' },
  { title: 'Quartz' },
];

let app: TestApp;
let member: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(
    app.database.db,
    SEEDS.map((seed) => ({ ...seed, summary: '—' })),
  );
  await refreshRelated(app.database.pool);
  member = await createMember(app);
  await grantPrompt(app.database.db, member.id, 'Mint in the rain');
});
afterAll(() => app.close());

const pathOf = (title: string) => `/api/prompts/${seedId(title)}/related`;

async function relatedOf(title: string): Promise<string[]> {
  const response = await app.get(pathOf(title));
  return listRelated.response.parse(response.json()).prompts.map((card) => card.title);
}

describe('GET /api/prompts/:id/related', () => {
  test('the same topic first, then the same category; nothing unlisted, nothing of another category', async () => {
    expect(await relatedOf('Mint tea for the balcony')).toEqual([
      'Mint tea in winter',
      'Mint in the rain',
      'Balcony chairs',
    ]);
  });

  test('none where no prompt is related', async () => {
    expect(await relatedOf('Quartz')).toEqual([]);
  });

  test('the response for visitors may be cached, and holds no text', async () => {
    const response = await app.get(pathOf('Mint tea for the balcony'));
    expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(response.payload).not.toContain('zqsecret');
    const cards = listRelated.response.parse(response.json()).prompts;
    expect(cards.map(({ isLocked }) => isLocked)).toEqual([true, true, false]);
  });

  test('a member sees them as on any list: locked above the tier, unless a grant opens one', async () => {
    const response = await member.get(pathOf('Mint tea for the balcony'));
    expect(response.payload).not.toContain('zqsecret');
    const cards = listRelated.response.parse(response.json()).prompts;
    expect(cards.map(({ isLocked }) => isLocked)).toEqual([true, false, false]);
  });

  test('404 for what is unknown; for what is retired, others of its topic', async () => {
    const response = await app.get('/api/prompts/aaaaaaaaaaaa/related');
    expect([response.statusCode, response.json().message]).toEqual([404, 'Prompt not found']);
    const { prompts } = (await app.get(pathOf('Mint tea out of sight'))).json();
    expect(prompts.length).toBeGreaterThan(0);
    expect(prompts.map(({ id }: { id: string }) => id)).not.toContain(seedId('Mint tea out of sight'));
  });
});

describe('refreshRelated', () => {
  test('reports what changed, and follows removed and changed prompts', async () => {
    const database = await createTestDatabase(inject('testServer'), 'empty');
    try {
      const { pool, db } = database;
      expect([await isRelatedMissing(pool), await refreshRelated(pool)]).toEqual([true, new Set()]);
      await seedPrompts(
        db,
        ['Mint one', 'Mint two', 'Mint three'].map((title) => ({ title, summary: '—' })),
      );
      const all = ['Mint one', 'Mint two', 'Mint three'].map(seedId);
      expect([await refreshRelated(pool), await refreshRelated(pool)]).toEqual([new Set(all), new Set()]);
      expect(await isRelatedMissing(pool)).toBe(false);

      await pool.query('update prompt_stats set is_listed = false where prompt_id = $1', [
        seedId('Mint two'),
      ]);
      expect(await refreshRelated(pool)).toEqual(new Set(all));
      const { rows } = await pool.query(
        'select prompt_id, related_id from related_prompts order by prompt_id',
      );
      const [one, three] = [seedId('Mint one'), seedId('Mint three')];
      expect(rows).toEqual(
        [
          { prompt_id: one, related_id: three },
          { prompt_id: three, related_id: one },
        ].sort((a, b) => (a.prompt_id < b.prompt_id ? -1 : 1)),
      );

      await pool.query('delete from prompts where id = $1', [one]);
      expect(await isRelatedMissing(pool)).toBe(true);
    } finally {
      await database.drop();
    }
  });
});
