import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_FORMATS } from '#contract/exports.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { grantPrompt, seedId, seedPrompts } from '#server/testing/seed.ts';
import {
  callsWithToken,
  createMember,
  createTestApp,
  createToken,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { type PromptFile, parsePrompt } from '../library/library.format.ts';
import { readDocuments } from './testing/read-documents.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', 'content');

function parseDocument(file: string, text: string): PromptFile {
  const parsed = parsePrompt(file, text);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
}

/** Adds favorites in the order of `titles`, microseconds apart, which milliseconds would round away. */
async function addFavorites(app: TestApp, member: TestMember, titles: readonly string[]): Promise<void> {
  await sql`insert into favorites (user_id, prompt_id, created_at)
    select ${member.id}, id, timestamptz '2026-11-01' + position * interval '1 microsecond'
    from unnest(${titles.map(seedId)}::text[]) with ordinality as given (id, position)`.execute(
    app.database.db,
  );
}

async function subscribeToBasic(app: TestApp, member: TestMember): Promise<void> {
  await sql`insert into subscriptions (user_id, subscription_id, status, price_id, tier, current_period_end,
      is_entitled, as_of)
    values (${member.id}, 'sub_' || ${member.id}, 'active', 'price_1', 'basic', now() + interval '1 day', true, now())`.execute(
    app.database.db,
  );
}

describe('who may export what', () => {
  let app: TestApp;
  const titleOf = (tier: Tier) => `A prompt of tier ${tier}`;
  const canaryOf = (tier: Tier) => `canary${tier}zq`;

  beforeAll(async () => {
    app = await createTestApp({ template: 'empty' });
    await seedPrompts(app.database.db, [
      ...TIERS.map((tier) => ({
        title: titleOf(tier),
        tier,
        keywords: [`${tier} word`, 'C#'],
        content: `Act: ${canaryOf(tier)}.`,
      })),
      { title: 'A retired prompt', isListed: false, content: 'canaryretired' },
      { title: 'A "quoted"\r\nSet-Cookie: x=y; title ../é', content: 'Fine.' },
    ]);
  });
  afterAll(() => app.close());

  /** One after the other: a member may have few downloads open. */
  async function exportAll(member: TestMember, url: (format: string) => string) {
    const all: Awaited<ReturnType<TestMember['get']>>[] = [];
    for (const format of EXPORT_FORMATS) all.push(await member.get(url(format)));
    return all;
  }

  const statuses = async (member: TestMember, url: (format: string) => string) =>
    (await exportAll(member, url)).map(({ statusCode }) => statusCode);

  test.each(TIERS)(
    '.md and .json are, for %s, the prompts they may read, by cookie and by token',
    async (viewerTier) => {
      const member = await createMember(app, { tier: viewerTier });
      const calls = callsWithToken(app, await createToken(member, ['read']));
      for (const url of TIERS.flatMap((tier) =>
        ['md', 'json'].map((end) => `${seedId(titleOf(tier))}.${end}`),
      )) {
        const [byCookie, byToken] = [
          await member.get(`/api/prompts/${url}`),
          await calls.get(`/api/prompts/${url}`),
        ];
        const words = byCookie.payload.match(/canary\w+zq|Upgrade required/g) ?? [];
        const tier = TIERS.find((candidate) => url.startsWith(seedId(titleOf(candidate)))) ?? 'engineer';
        const mayRead = tierRank(viewerTier) >= tierRank(tier);
        expect(byCookie.statusCode).toBe(mayRead ? 200 : 403);
        expect([...new Set(words)]).toEqual([mayRead ? canaryOf(tier) : 'Upgrade required']);
        expect([byToken.statusCode, byToken.payload]).toEqual([byCookie.statusCode, byCookie.payload]);
      }
    },
  );

  test('.md is a document as in content/, .json what a page has with exemplars; visitors get neither', async () => {
    const member = await createMember(app, { tier: 'pro' });
    const id = seedId(titleOf('pro'));
    const markdown = await member.get(`/api/prompts/${id}.md`);
    expect(markdown.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    const document = parseDocument('fitness/strength/a.md', markdown.payload);
    expect(document).toMatchObject({ title: titleOf('pro'), tier: 'pro' });
    const json = (await member.get(`/api/prompts/${id}.json`)).json();
    expect(json).toMatchObject({ id, content: `Act: ${canaryOf('pro')}.`, exemplars: [] });
    for (const end of ['md', 'json']) {
      expect((await app.get(`/api/prompts/${id}.${end}`)).statusCode).toBe(401);
      expect((await member.get(`/api/prompts/aaaaaaaaaaaa.${end}`)).statusCode).toBe(404);
    }
    expect((await member.get(`/api/prompts/${id}.txt`)).statusCode).toBe(404);
  });

  test('paying plans export Markdown, text and CSV; JSON from Pro on', async () => {
    const [free, paid, trial] = [await createMember(app), await createMember(app), await createMember(app)];
    await subscribeToBasic(app, paid);
    await sql`insert into trials (issuer, subject, user_id, ends_at)
      values ('https://issuer.test', ${trial.id}, ${trial.id}, now() + interval '1 hour')`.execute(
      app.database.db,
    );
    const cases: [string, TestMember, number[]][] = [
      ['free', free, [403, 403, 403, 403]],
      ['paid Basic', paid, [200, 200, 200, 403]],
      ['on trial', trial, [200, 200, 200, 200]],
      ['advanced', await createMember(app, { tier: 'advanced' }), [200, 200, 200, 403]],
      ['pro', await createMember(app, { tier: 'pro' }), [200, 200, 200, 200]],
      ['engineer', await createMember(app, { tier: 'engineer' }), [200, 200, 200, 200]],
    ];
    for (const [name, member, expected] of cases) {
      const url = `/api/prompts/${seedId(titleOf('basic'))}/export`;
      expect([name, await statuses(member, (format) => `${url}?format=${format}`)]).toEqual([name, expected]);
      const all = await statuses(member, (format) => `/api/favorites/export?format=${format}`);
      expect([name, all]).toEqual([name, expected]);
    }
    // Once the plan ends, the next request is refused.
    await sql`update subscriptions set is_entitled = false`.execute(app.database.db);
    await sql`update trials set ends_at = now()`.execute(app.database.db);
    for (const member of [paid, trial]) {
      const response = await member.get('/api/favorites/export?format=csv');
      expect([response.statusCode, response.json().message]).toEqual([
        403,
        'Upgrade required: export is part of every paid plan.',
      ]);
    }
    const json = await free.get('/api/favorites/export?format=json');
    expect(json.json().message).toBe('Upgrade required: JSON export is part of the Pro plan.');
  });

  test('a locked prompt is not exported; among favorites it shows what its card shows', async () => {
    for (const viewer of TIERS) {
      const member = await createMember(app, { tier: viewer });
      await subscribeToBasic(app, member);
      await addFavorites(app, member, [...TIERS.map(titleOf), 'A retired prompt']);
      for (const format of EXPORT_FORMATS.filter(
        (candidate) => candidate !== 'json' || tierRank(viewer) >= 2,
      )) {
        const all = await member.get(`/api/favorites/export?format=${format}`);
        expect([viewer, format, all.statusCode]).toEqual([viewer, format, 200]);
        expect(all.payload).not.toMatch(/retired/i);
        for (const tier of TIERS) {
          const reaches = tierRank(viewer) >= tierRank(tier);
          expect([tier, all.payload.includes(canaryOf(tier))]).toEqual([tier, reaches]);
          expect(all.payload).toContain(titleOf(tier));
          const response = await member.get(`/api/prompts/${seedId(titleOf(tier))}/export?format=${format}`);
          expect([response.statusCode, response.payload.includes(canaryOf(tier))]).toEqual([
            reaches ? 200 : 403,
            reaches,
          ]);
        }
      }
    }
  });

  test('keywords go with every prompt, locked or not, except into the text for reading', async () => {
    const member = await createMember(app, { tier: 'pro' });
    await addFavorites(app, member, [titleOf('basic'), titleOf('engineer')]);
    const [markdown = '', text, csv = '', json = ''] = (
      await exportAll(member, (format) => `/api/favorites/export?format=${format}`)
    ).map(({ payload }) => payload);
    const expected = [
      ['basic word', 'C#'],
      ['engineer word', 'C#'],
    ];
    const entries: { keywords: string[] }[] = JSON.parse(json).prompts;
    expect(entries.map(({ keywords }) => keywords)).toEqual(expected);
    const rows = parse<{ keywords: string }>(csv, { columns: true });
    expect(rows.map(({ keywords }) => keywords)).toEqual(expected.map((keywords) => keywords.join(', ')));
    for (const keywords of expected)
      expect(markdown).toContain(`keywords:\n${keywords.map((keyword) => `  - ${keyword}\n`).join('')}`);
    expect(text).not.toContain('engineer word');
  });

  test('a grant exports the one prompt it opens, with a paid plan', async () => {
    const member = await createMember(app);
    await grantPrompt(app.database.db, member.id, titleOf('engineer'));
    const url = `/api/prompts/${seedId(titleOf('engineer'))}/export?format=text`;
    expect((await member.get(url)).statusCode).toBe(403);
    await subscribeToBasic(app, member);
    expect((await member.get(url)).payload).toContain(canaryOf('engineer'));
    await addFavorites(app, member, [titleOf('pro'), titleOf('engineer')]);
    const all = (await member.get('/api/favorites/export?format=markdown')).payload;
    expect([all.includes(canaryOf('engineer')), all.includes(canaryOf('pro'))]).toEqual([true, false]);
    expect(readDocuments(all).map(({ isLocked }) => isLocked)).toEqual([true, false]);
  });

  test('visitors, unknown ids and unknown formats are refused', async () => {
    const pro = await createMember(app, { tier: 'pro' });
    for (const url of ['/api/favorites/export?format=csv', '/api/prompts/aaaaaaaaaaaa/export']) {
      expect((await app.get(url)).statusCode).toBe(401);
    }
    for (const id of ['aaaaaaaaaaaa', seedId('A retired prompt'), 'x', '%00']) {
      expect([id, (await pro.get(`/api/prompts/${id}/export?format=csv`)).statusCode]).toEqual([id, 404]);
    }
    for (const query of [
      '',
      'format=',
      'format=CSV',
      'format=pdf',
      'format=csv&format=csv',
      'format=csv&x=1',
    ]) {
      expect([query, (await pro.get(`/api/favorites/export?${query}`)).statusCode]).toEqual([query, 400]);
    }
  });

  test('every file has a type, a name that cannot end the header, and is not cached', async () => {
    const pro = await createMember(app, { tier: 'pro' });
    const id = seedId('A "quoted"\r\nSet-Cookie: x=y; title ../é');
    const all = await exportAll(pro, (format) => `/api/prompts/${id}/export?format=${format}`);
    const seen = all.map(({ headers }) => headers);
    const name = `promptarium-a-quoted-set-cookie-x-y-title-e`;
    expect(seen.map((headers) => headers['content-disposition'])).toEqual(
      ['md', 'txt', 'csv', 'json'].map((extension) => `attachment; filename="${name}.${extension}"`),
    );
    expect(seen.map((headers) => headers['content-type'])).toEqual([
      'text/markdown; charset=utf-8',
      'text/plain; charset=utf-8',
      'text/csv; charset=utf-8',
      'application/json; charset=utf-8',
    ]);
    for (const headers of seen) {
      expect(headers['set-cookie']).toBeUndefined();
      expect([headers['cache-control'], headers['x-content-type-options']]).toEqual([
        'private, no-store',
        'nosniff',
      ]);
    }
  });

  test('without favorites a file has no prompt, and is complete', async () => {
    const pro = await createMember(app, { tier: 'pro' });
    const all = await exportAll(pro, (format) => `/api/favorites/export?format=${format}`);
    const [markdown, text, csv, json] = all.map(({ payload }) => payload);
    expect([markdown, text, parse(csv ?? '').length, JSON.parse(json ?? '').prompts]).toEqual([
      '<!-- promptarium: end -->\n',
      '',
      1,
      [],
    ]);
  });
});

test('two downloads at once per member: more are refused, and other members do not wait', async () => {
  const app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: 'A prompt' }]);
  const [pro, other] = [await createMember(app, { tier: 'pro' }), await createMember(app, { tier: 'pro' })];
  const url = '/api/favorites/export?format=csv';
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Downloads stay open while the table cannot be read.
  const holding = app.database.db.transaction().execute(async (transaction) => {
    await sql`lock table favorites`.execute(transaction);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const statuses: number[] = [];
  const calls = [other, ...Array.from({ length: 8 }, () => pro)].map(async (member) => {
    const response = await member.get(url);
    statuses.push(response.statusCode);
    return response;
  });
  await expect.poll(() => statuses.length).toBe(6);
  released.resolve();
  await holding;
  const [others, ...own] = await Promise.all(calls);
  expect(others?.statusCode).toBe(200);
  expect(own.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  const [refused] = own.filter(({ statusCode }) => statusCode === 429);
  expect(refused?.headers['retry-after']).toBe('10');
  expect(refused?.json().message).toMatch(/^2 downloads are already running/);
  expect((await pro.get(url)).statusCode).toBe(200);
  await app.close();
});

test('all favorites, page after page, oldest first, none twice', async () => {
  const app = await createTestApp({ template: 'empty' });
  const titles = Array.from({ length: 60 }, (_, index) => `Prompt ${(index * 37) % 60}`);
  await seedPrompts(
    app.database.db,
    titles.map((title) => ({ title })),
  );
  const pro = await createMember(app, { tier: 'pro' });
  await addFavorites(app, pro, titles);
  // With the same time: their ids decide.
  const other = await createMember(app, { tier: 'pro' });
  await sql`insert into favorites (user_id, prompt_id, created_at)
    select ${other.id}, prompt_id, '2026-11-01' from favorites`.execute(app.database.db);
  const exported = async (member: TestMember): Promise<{ title: string; id: string }[]> =>
    (await member.get('/api/favorites/export?format=json')).json().prompts;
  expect((await exported(pro)).map(({ title }) => title)).toEqual(titles);
  expect((await exported(other)).map(({ id }) => id)).toEqual(titles.map(seedId).sort());
  const [, ...rows] = parse((await pro.get('/api/favorites/export?format=csv')).payload);
  expect(rows.map(([act]) => act)).toEqual(titles);
  await app.close();
});

/** All of it goes out and back in library/import/import.json.round-trip.test.ts. */
describe('a fifth of the library', () => {
  let app: TestApp;
  let engineer: TestMember;

  beforeAll(async () => {
    app = await createTestApp();
    engineer = await createMember(app, { tier: 'engineer' });
    await sql`insert into favorites (user_id, prompt_id)
      select ${engineer.id}, id from (select id, row_number() over (order by id) as number from prompts) as numbered
      where number % 5 = 0`.execute(app.database.db);
  });
  afterAll(() => app.close());

  test('Markdown has documents as in content/', async () => {
    const { payload } = await engineer.get('/api/favorites/export?format=markdown');
    const documents = readDocuments(payload);
    expect(documents.length).toBeGreaterThan(200);
    for (const { file, text } of documents) {
      const original = await readFile(join(CONTENT, file), 'utf8');
      const { lines: _, ...expected } = parseDocument(file, original);
      expect(parseDocument(file, text)).toMatchObject(expected);
    }
  });

  test('JSON holds the same as the database, variables and exemplars included', async () => {
    const { prompts } = (await engineer.get('/api/favorites/export?format=json')).json();
    const { rows } = await app.database.pool.query(
      `select id, title, content, variables, (
         select coalesce(json_agg(json_build_object('values', "values", 'output', output) order by position), '[]')
         from exemplars where prompt_id = p.id
       ) as exemplars
       from prompts p where id in (select prompt_id from favorites) order by id`,
    );
    const byId = [...prompts].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId).toMatchObject(rows);
    expect(byId.filter(({ exemplars }) => exemplars.length > 0).length).toBeGreaterThanOrEqual(7);
  });

  test('exemplars go with the plan that has them', async () => {
    const advanced = await createMember(app, { tier: 'advanced' });
    const { rows } = await app.database.pool.query(
      `select prompt_id as id from exemplars e join prompts p on p.id = e.prompt_id where p.tier = 'basic' limit 1`,
    );
    for (const [member, has] of [
      [advanced, false],
      [engineer, true],
    ] as const) {
      const { payload } = await member.get(`/api/prompts/${rows[0].id}/export?format=markdown`);
      const [document] = readDocuments(payload);
      expect(parseDocument(document?.file ?? '', document?.text ?? '').exemplars.length > 0).toBe(has);
    }
  });
});
