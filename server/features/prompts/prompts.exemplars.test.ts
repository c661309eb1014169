import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExemplars } from '#contract/exemplars.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { TIERS, type Tier } from '#contract/tiers.ts';
import { grantPrompt, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { makeTeaser } from './prompts.teaser.ts';

let app: TestApp;

const BEGINNING = 'The first exemplar begins with a sentence. ';
const FIRST = `${BEGINNING.repeat(12)}\n\n# And it ends\nfirstendzq`;
const titleOf = (tier: Tier) => `A prompt of tier ${tier}`;
const url = (title: string) => `/api/prompts/${seedId(title)}/exemplars`;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...TIERS.map((tier) => ({ title: titleOf(tier), tier, content: `canary${tier}zq` })),
    { title: 'Without any' },
    { title: 'A retired prompt', isListed: false },
  ]);
  for (const title of [...TIERS.map(titleOf), 'A retired prompt']) {
    await app.database.pool.query(
      `insert into exemplars (prompt_id, position, "values", model, made_on, output) values
       ($1, 1, '{"b": "two", "a": 2}', 'example', '2026-11-20', 'secondendzq'),
       ($1, 0, '{"topic": "mint", "pots": 3.5}', 'example', '2026-11-21', $2)`,
      [seedId(title), FIRST],
    );
  }
});
afterAll(() => app.close());

test('Pro and engineer who may read the prompt get all of them, in order; everybody else a teaser', async () => {
  for (const viewer of TIERS) {
    const member = await createMember(app, { tier: viewer });
    for (const tier of TIERS) {
      const response = await member.get(url(titleOf(tier)));
      const body = listExemplars.response.parse(response.json());
      const hasAll = viewer === 'engineer' || (viewer === 'pro' && tier !== 'engineer');
      expect([viewer, tier, response.statusCode, body.total]).toEqual([viewer, tier, 200, 2]);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.payload).not.toContain('canary');
      if (hasAll) {
        expect(body).toEqual({
          total: 2,
          exemplars: [
            { values: { topic: 'mint', pots: 3.5 }, model: 'example', date: '2026-11-21', output: FIRST },
            { values: { a: 2, b: 'two' }, model: 'example', date: '2026-11-20', output: 'secondendzq' },
          ],
          teaser: null,
        });
      } else {
        expect(body.exemplars).toBeNull();
        expect(body.teaser).toMatch(/^(?:The first exemplar begins with a sentence\.(?: |$)){5}$/);
        expect(body.teaser?.length).toBeLessThanOrEqual(SERVER_LIMITS.teaserCharacters);
        expect(response.payload).not.toMatch(/endzq|mint/);
      }
    }
  }
});

test('a grant opens the prompt, not the plan: its buyer sees the teaser, a Pro buyer all', async () => {
  for (const tier of ['basic', 'pro'] as const) {
    const member = await createMember(app, { tier });
    await grantPrompt(app.database.db, member.id, titleOf('engineer'));
    const { exemplars } = (await member.get(url(titleOf('engineer')))).json();
    expect(exemplars?.length ?? null).toBe(tier === 'pro' ? 2 : null);
  }
});

test('a prompt without any says so to everybody', async () => {
  for (const [tier, exemplars] of [
    ['basic', null],
    ['pro', []],
  ] as const) {
    const member = await createMember(app, { tier });
    expect((await member.get(url('Without any'))).json()).toEqual({ total: 0, exemplars, teaser: null });
  }
});

test('visitors, unknown and retired prompts', async () => {
  expect((await app.get(url(titleOf('basic')))).statusCode).toBe(401);
  const engineer = await createMember(app, { tier: 'engineer' });
  for (const address of [
    url('A retired prompt'),
    '/api/prompts/aaaaaaaaaaaa/exemplars',
    '/api/prompts/x/exemplars',
  ]) {
    expect([address, (await engineer.get(address)).statusCode]).toEqual([address, 404]);
  }
});

test.each([
  ['short', 'short'],
  ['word '.repeat(48), `${'word '.repeat(47)}word`],
  ['word '.repeat(60), `${'word '.repeat(47)}word…`],
  [`${'a'.repeat(230)}, then more words`, `${'a'.repeat(230)}, then…`],
  [`${'a'.repeat(238)}, more`, `${'a'.repeat(238)}…`],
  ['👍'.repeat(200), `${'👍'.repeat(119)}…`],
])('a teaser is cut after a word: %#', (text, teaser) => {
  expect(makeTeaser(text)).toBe(teaser);
  expect(makeTeaser(text).length).toBeLessThanOrEqual(SERVER_LIMITS.teaserCharacters);
});
