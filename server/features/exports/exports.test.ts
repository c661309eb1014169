import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { EXPORT_FORMATS } from '#contract/export-formats.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { grantPrompt, seedId, seedPrompts } from '#server/testing/seed.ts';
import { splitDocuments } from '../library/library.documents.ts';
import { parsePrompt } from '../library/library.format.ts';
import { importPrompts } from '../library/library.import.ts';
import { loadLibrary } from '../library/library.loading.ts';
import { createTestFolder, type TestFolder } from '../library/testing/library-folder.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', 'content');

const folders: TestFolder[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.drop();
});

async function testFolder(): Promise<TestFolder> {
  const folder = await createTestFolder();
  folders.push(folder);
  return folder;
}

/** Keeps prompts in the order of `titles`, microseconds apart, where a millisecond would call them equal. */
async function keep(app: TestApp, member: TestMember, titles: readonly string[]): Promise<void> {
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
      ...TIERS.map((tier) => ({ title: titleOf(tier), tier, content: `Act: ${canaryOf(tier)}.` })),
      { title: 'A retired prompt', isListed: false, content: 'canaryretired' },
      { title: 'A "quoted"\r\nSet-Cookie: x=y; title ../é', content: 'Fine.' },
    ]);
  });
  afterAll(() => app.close());

  /** One after the other: few files are sent to a member at once. */
  async function answers(member: TestMember, url: (format: string) => string) {
    const all: Awaited<ReturnType<TestMember['get']>>[] = [];
    for (const format of EXPORT_FORMATS) all.push(await member.get(url(format)));
    return all;
  }

  const statuses = async (member: TestMember, url: (format: string) => string) =>
    (await answers(member, url)).map(({ statusCode }) => statusCode);

  test('paying plans export Markdown, text and CSV; JSON from Pro on (T11)', async () => {
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
      const one = `/api/prompts/${seedId(titleOf('basic'))}/export`;
      expect([name, await statuses(member, (format) => `${one}?format=${format}`)]).toEqual([name, expected]);
      const all = await statuses(member, (format) => `/api/favorites/export?format=${format}`);
      expect([name, all]).toEqual([name, expected]);
    }
    // The plan ends, and so does exporting: with the next request.
    await sql`update subscriptions set is_entitled = false`.execute(app.database.db);
    await sql`update trials set ends_at = now()`.execute(app.database.db);
    for (const member of [paid, trial]) {
      const answer = await member.get('/api/favorites/export?format=csv');
      expect([answer.statusCode, answer.json().message]).toEqual([
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
      await keep(app, member, [...TIERS.map(titleOf), 'A retired prompt']);
      for (const format of EXPORT_FORMATS.filter((one) => one !== 'json' || tierRank(viewer) >= 2)) {
        const all = await member.get(`/api/favorites/export?format=${format}`);
        expect([viewer, format, all.statusCode]).toEqual([viewer, format, 200]);
        expect(all.payload).not.toMatch(/retired/i);
        for (const tier of TIERS) {
          const reaches = tierRank(viewer) >= tierRank(tier);
          expect([tier, all.payload.includes(canaryOf(tier))]).toEqual([tier, reaches]);
          expect(all.payload).toContain(titleOf(tier));
          const one = await member.get(`/api/prompts/${seedId(titleOf(tier))}/export?format=${format}`);
          expect([one.statusCode, one.payload.includes(canaryOf(tier))]).toEqual([
            reaches ? 200 : 403,
            reaches,
          ]);
        }
      }
    }
  });

  test('a grant exports the one prompt it opens, to whoever pays a plan too', async () => {
    const member = await createMember(app);
    await grantPrompt(app.database.db, member.id, titleOf('engineer'));
    const url = `/api/prompts/${seedId(titleOf('engineer'))}/export?format=text`;
    expect((await member.get(url)).statusCode).toBe(403);
    await subscribeToBasic(app, member);
    expect((await member.get(url)).payload).toContain(canaryOf('engineer'));
    await keep(app, member, [titleOf('pro'), titleOf('engineer')]);
    const all = (await member.get('/api/favorites/export?format=markdown')).payload;
    expect([all.includes(canaryOf('engineer')), all.includes(canaryOf('pro'))]).toEqual([true, false]);
    expect(splitDocuments(all).map(({ isLocked }) => isLocked)).toEqual([true, false]);
  });

  test('visitors, unknown ids and unknown formats lead nowhere', async () => {
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

  test('every file has a kind, a name that cannot end the header, and is stored by nobody (H4)', async () => {
    const pro = await createMember(app, { tier: 'pro' });
    const id = seedId('A "quoted"\r\nSet-Cookie: x=y; title ../é');
    const all = await answers(pro, (format) => `/api/prompts/${id}/export?format=${format}`);
    const seen = all.map(({ headers }) => headers);
    const name = `promptarium-a-quoted-set-cookie-x-y-title-e-${id}`;
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

  test('without favorites a file has no prompt, and is whole', async () => {
    const pro = await createMember(app, { tier: 'pro' });
    const all = await answers(pro, (format) => `/api/favorites/export?format=${format}`);
    const [markdown, text, csv, json] = all.map(({ payload }) => payload);
    expect([markdown, text, parse(csv ?? '').length, JSON.parse(json ?? '').prompts]).toEqual([
      '<!-- promptarium: end -->\n',
      '',
      1,
      [],
    ]);
  });
});

test('two files at once a member: more are refused for the moment, and nobody else waits', async () => {
  const app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: 'A prompt' }]);
  const [pro, other] = [await createMember(app, { tier: 'pro' }), await createMember(app, { tier: 'pro' })];
  const url = '/api/favorites/export?format=csv';
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Files stay open as long as nobody can read favorites.
  const holding = app.database.db.transaction().execute(async (transaction) => {
    await sql`lock table favorites`.execute(transaction);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const statuses: number[] = [];
  const calls = [other, ...Array.from({ length: 8 }, () => pro)].map(async (member) => {
    const answer = await member.get(url);
    statuses.push(answer.statusCode);
    return answer;
  });
  await expect.poll(() => statuses.length).toBe(6);
  released.resolve();
  await holding;
  const [others, ...answers] = await Promise.all(calls);
  expect(others?.statusCode).toBe(200);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  const [refused] = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused?.headers['retry-after']).toBe('10');
  expect(refused?.json().message).toMatch(/^2 downloads are open already/);
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
  await keep(app, pro, titles);
  // All at one moment: their ids decide.
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

describe('what is exported comes back unchanged', () => {
  let app: TestApp;
  let engineer: TestMember;

  beforeAll(async () => {
    app = await createTestApp();
    engineer = await createMember(app, { tier: 'engineer' });
    await sql`insert into favorites (user_id, prompt_id) select ${engineer.id}, id from prompts`.execute(
      app.database.db,
    );
  });
  afterAll(() => app.close());

  test('Markdown: the whole library, into this database and into an empty one', async () => {
    const { payload } = await engineer.get('/api/favorites/export?format=markdown');
    const folder = await testFolder();
    await cp(join(CONTENT, 'library.yaml'), join(folder.path, 'library.yaml'));
    const documents = splitDocuments(payload);
    for (const { file, text } of documents) await folder.write(file, text);
    const { added, changed, unchanged, retired } = await loadLibrary({
      pool: app.database.pool,
      contentDir: folder.path,
    });
    expect([added, changed, unchanged, retired]).toEqual([0, 0, documents.length, 0]);
    expect(documents.length).toBeGreaterThan(200);

    const empty = await createTestDatabase(inject('testServer'), 'empty');
    await loadLibrary({ pool: empty.pool, contentDir: folder.path });
    const all = 'select id, source_hash from prompts order by id';
    expect((await empty.pool.query(all)).rows).toEqual((await app.database.pool.query(all)).rows);
    const exemplars = 'select prompt_id, position, "values", output from exemplars order by 1, 2';
    expect((await empty.pool.query(exemplars)).rows).toEqual((await app.database.pool.query(exemplars)).rows);
    await empty.drop();
  });

  test('JSON holds the same as the database, variables and exemplars included', async () => {
    const { prompts } = (await engineer.get('/api/favorites/export?format=json')).json();
    const { rows } = await app.database.pool.query(
      'select id, title, content, variables from prompts order by id',
    );
    const byId = [...prompts].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId).toMatchObject(rows);
    const withExemplars = byId.filter(({ exemplars }) => exemplars.length > 0);
    expect(withExemplars.length).toBeGreaterThanOrEqual(7);
    expect(withExemplars[0].exemplars[0]).toMatchObject({ model: 'example', date: '2026-11-21' });
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
      const [document] = splitDocuments(payload);
      const parsed = parsePrompt(document?.file ?? '', document?.text ?? '');
      if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
      expect(parsed.exemplars.length > 0).toBe(has);
    }
  });

  test('CSV: imported rows with placeholders, JSON and doubled titles', async () => {
    const folder = await testFolder();
    const place = {
      category: 'productivity',
      topic: 'coding-automation',
      tier: 'basic' as const,
      isDryRun: false,
    };
    const file = await folder.write(
      'rows.csv',
      await readFile(join(import.meta.dirname, 'testing', 'rows.csv')),
    );
    const first = await importPrompts(app.database.pool, { ...place, file });
    expect([first.added, first.failed]).toEqual([first.read, 0]);
    const reader = await createMember(app, { tier: 'advanced' });
    await sql`insert into favorites (user_id, prompt_id)
      select ${reader.id}, id from prompts where source = 'import'`.execute(app.database.db);
    const { payload } = await reader.get('/api/favorites/export?format=csv');
    const again = await importPrompts(app.database.pool, {
      ...place,
      file: await folder.write('again.csv', payload),
    });
    expect([again.read, again.unchanged, again.failed]).toEqual([first.read, first.read, 0]);
    // And once more, from where nothing was known.
    const empty = await createTestDatabase(inject('testServer'), 'library');
    await importPrompts(empty.pool, { ...place, file: join(folder.path, 'again.csv') });
    const all = `select title, summary, description, content, variables from prompts where source = 'import' order by 1, 4`;
    expect((await empty.pool.query(all)).rows).toEqual((await app.database.pool.query(all)).rows);
    await empty.drop();
  });
});
