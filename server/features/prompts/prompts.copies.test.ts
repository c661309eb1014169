import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockedPromptSchema } from '#contract/prompts.ts';
import { TIERS, tierRank } from '#contract/tiers.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: TestMember;

const copy = (title: string) => `/api/prompts/${seedId(title)}/copy`;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...Array.from({ length: 5 }, (_, index) => ({ title: `Prompt ${index}` })),
    ...TIERS.map((tier) => ({
      title: `Of tier ${tier}`,
      tier,
      keywords: [`word of ${tier}`],
      content: `secret of ${tier}`,
    })),
    { title: 'A retired prompt', isListed: false },
  ]);
  ada = await createMember(app);
});

afterAll(() => app.close());

const copiesOf = async (title: string) =>
  (
    await app.database.db
      .selectFrom('prompt_stats')
      .select('copy_count')
      .where('prompt_id', '=', seedId(title))
      .executeTakeFirstOrThrow()
  ).copy_count;

describe('a copy counts once per member, prompt and UTC day', () => {
  test('however often it is made', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await ada.post(copy('Prompt 0'))).json()).toEqual({ copyCount: 1 });
    }
    const many = await Promise.all(Array.from({ length: 30 }, () => ada.post(copy('Prompt 1'))));
    for (const response of many) expect(response.json()).toEqual({ copyCount: 1 });
  });

  test('another member and another day count', async () => {
    const grace = await createMember(app);
    expect((await grace.post(copy('Prompt 0'))).json()).toEqual({ copyCount: 2 });
    await sql`update copies set day = day - 1 where user_id = ${ada.id}`.execute(app.database.db);
    expect((await ada.post(copy('Prompt 0'))).json()).toEqual({ copyCount: 3 });
    const { rows } = await sql<{ rows: number; today: boolean }>`
      select count(*)::integer as rows, bool_or(day = (now() at time zone 'utc')::date) as today
      from copies where prompt_id = ${seedId('Prompt 0')}`.execute(app.database.db);
    expect(rows[0]).toEqual({ rows: 3, today: true });
  });
});

test('a locked prompt is not copied, and its text not returned', async () => {
  for (const viewer of TIERS) {
    const member = await createMember(app, { tier: viewer });
    for (const tier of TIERS) {
      const before = await copiesOf(`Of tier ${tier}`);
      const reaches = tierRank(viewer) >= tierRank(tier);
      const response = await member.post(copy(`Of tier ${tier}`));
      expect(response.statusCode).toBe(reaches ? 200 : 403);
      expect(response.payload).not.toContain('secret');
      expect(await copiesOf(`Of tier ${tier}`)).toBe(before + (reaches ? 1 : 0));
      if (reaches) continue;
      const { message, prompt } = lockedPromptSchema.parse(response.json());
      expect(message).toMatch(/^Upgrade required/);
      expect([prompt.isLocked, prompt.keywords]).toEqual([true, [`word of ${tier}`]]);
    }
  }
});

test('visitors, unknown and retired prompts: nothing is counted', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  const visitor = await app.server.inject({ method: 'POST', url: copy('Prompt 2'), headers });
  expect([visitor.statusCode, visitor.json().message]).toEqual([401, 'Unauthorized']);
  for (const url of [copy('A retired prompt'), '/api/prompts/aaaaaaaaaaaa/copy']) {
    expect((await ada.post(url)).statusCode).toBe(404);
  }
  expect(await copiesOf('Prompt 2')).toBe(0);
});
