import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { loadDemo } from '../sandbox/demo/load.ts';
import { readThreads } from '../sandbox/demo/threads.ts';
import { OTHER_PEOPLE, PRESET_USERS, subjectOf } from '../sandbox/people.ts';

const ISSUER = 'http://127.0.0.1:3001';
const TABLES = ['users', 'favorites', 'votes', 'copies', 'recents', 'comments', 'comment_votes'];

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  // However young content/ is: what members do depends on how long a prompt has been there.
  await makeOld(database);
  expect(await loadDemo(database.db, ISSUER)).toMatch(
    /^Demo members: 12, with \d+ favorites, \d+ votes and \d+ comments$/,
  );
});
afterAll(async () => {
  await database.drop();
  await app?.close();
});
beforeEach(() => expect.hasAssertions());

async function makeOld({ db }: TestDatabase): Promise<void> {
  await sql`update prompts set created_at = now() - interval '60 days'`.execute(db);
}

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(database.db)).rows;
}

/** Every row of every table the demo writes, as one digest each. */
async function digests({ db }: Pick<TestDatabase, 'db'> = database, columns = ''): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const table of TABLES) {
    const row = columns ? sql.raw(columns) : sql.raw('t::text');
    const { rows } =
      await sql`select count(*)::integer as n, md5(string_agg(${row}, '' order by ${row})) as digest
      from ${sql.table(table)} t`.execute(db);
    found.push([table, rows[0]]);
  }
  return found;
}

describe('The demo', () => {
  test('every counter equals the number of its rows', async () => {
    const wrong = await rowsOf(sql`
      select s.prompt_id from prompt_stats s where
        s.favorite_count <> (select count(*) from favorites t where t.prompt_id = s.prompt_id)
        or s.copy_count <> (select count(*) from copies t where t.prompt_id = s.prompt_id)
        or s.upvotes <> (select count(*) from votes t where t.prompt_id = s.prompt_id and t.kind = 'up')
        or s.downvotes <> (select count(*) from votes t where t.prompt_id = s.prompt_id and t.kind = 'down')
        or s.comment_count <> (select count(*) from comments t where t.prompt_id = s.prompt_id)
        or s.rating <> prompt_rating(s.upvotes, s.downvotes)`);
    const wrongComments = await rowsOf(sql`
      select id from comments c where upvotes <> (select count(*) from comment_votes v where v.comment_id = c.id)`);
    expect([wrong, wrongComments]).toEqual([[], []]);
  });

  test('uses, rates and discusses many prompts, in different numbers', async () => {
    const [spread] = await rowsOf(sql<Record<string, number>>`
      select count(*) filter (where copy_count > 0)::integer as used, count(distinct copy_count)::integer as measures,
        count(*) filter (where rating > 0)::integer as rated, count(distinct rating)::integer as ratings,
        count(*) filter (where favorite_count > 0)::integer as kept, count(*) filter (where comment_count > 0)::integer as discussed
      from prompt_stats`);
    expect(spread?.['used']).toBeGreaterThan(150);
    expect(spread?.['measures']).toBeGreaterThan(20);
    expect(spread?.['rated']).toBeGreaterThan(100);
    expect(spread?.['ratings']).toBeGreaterThan(15);
    expect(spread?.['kept']).toBeGreaterThan(100);
    expect(spread?.['discussed']).toBe(Object.keys(await readThreads()).length);
  });

  test('every prompt of content/ was copied by somebody', async () => {
    expect(
      await rowsOf(sql`select p.source_key from prompts p join prompt_stats s on s.prompt_id = p.id
        where s.is_listed and p.source = 'content' and s.copy_count = 0`),
    ).toEqual([]);
  });

  test('loads every written comment, with replies under their own prompt', async () => {
    const written = Object.values(await readThreads()).flat();
    const replies = written.flatMap((thread) => thread.replies);
    const stored = await rowsOf(sql<{ content: string; is_reply: boolean }>`
      select content, parent_id is not null as is_reply from comments`);
    expect(
      stored
        .filter(({ is_reply }) => !is_reply)
        .map(({ content }) => content)
        .sort(),
    ).toEqual(written.map(({ text }) => text).sort());
    expect(
      stored
        .filter(({ is_reply }) => is_reply)
        .map(({ content }) => content)
        .sort(),
    ).toEqual(replies.map(({ text }) => text).sort());
    expect(new Set(stored.map(({ content }) => content)).size).toBe(stored.length);
    expect(
      await rowsOf(sql`select c.id from comments c join comments p on p.id = c.parent_id
      where p.created_at >= c.created_at or p.prompt_id <> c.prompt_id`),
    ).toEqual([]);
  });

  test('respects tiers: nobody copied, voted on or discussed a prompt they cannot read', async () => {
    for (const table of ['copies', 'votes', 'comments', 'recents']) {
      const beyond = await rowsOf(sql`select t.user_id from ${sql.table(table)} t
        join users u on u.id = t.user_id join prompt_stats s on s.prompt_id = t.prompt_id
        where s.tier_rank > array_position(array['basic', 'advanced', 'pro', 'engineer'], u.tier) - 1`);
      expect([table, beyond]).toEqual([table, []]);
    }
    expect(
      await rowsOf(sql`select v.user_id from comment_votes v join comments c on c.id = v.comment_id
      where c.user_id = v.user_id`),
    ).toEqual([]);
  });

  test('spreads its events over the past weeks', async () => {
    for (const [table, column] of [
      ['favorites', 'created_at'],
      ['votes', 'created_at'],
      ['comments', 'created_at'],
      ['recents', 'used_at'],
    ]) {
      const [span] = await rowsOf(sql<{ first: number; last: number }>`
        select extract(epoch from now() - min(${sql.ref(column ?? '')}))::float8 / 86400 as first,
          extract(epoch from now() - max(${sql.ref(column ?? '')}))::float8 / 86400 as last from ${sql.table(table ?? '')}`);
      expect([table, span?.first]).toEqual([table, expect.any(Number)]);
      // Of what was used only the last forty are remembered.
      expect(span?.first).toBeGreaterThan(table === 'recents' ? 1 : 14);
      expect(span?.first).toBeLessThan(30);
      expect(span?.last).toBeGreaterThan(0);
      expect(span?.last).toBeLessThan(2);
    }
    expect(await rowsOf(sql`select day from copies where day > (now() at time zone 'utc')::date`)).toEqual(
      [],
    );
  });

  test('is never older than its prompt, and leaves out members whose address is taken', async () => {
    const young = await createTestDatabase(inject('testServer'));
    // A quarter is brand new, a quarter of today, a quarter of this week, a quarter not there yet.
    await sql`update prompts set created_at = case ascii(right(id, 1)) % 4
      when 0 then now() when 1 then now() - interval '5 hours' when 2 then now() - interval '6 days'
      else now() + interval '1 day' end`.execute(young.db);
    await sql`insert into users (id, issuer, subject, email) values
      ('aaaaaaaaaaaa', ${ISSUER}, ${subjectOf('ada@example.com')}, 'ada@example.com')`.execute(young.db);
    await loadDemo(young.db, ISSUER);
    const members =
      await sql`select count(*)::integer as n, count(*) filter (where tier = 'basic')::integer as basic,
      (select count(*)::integer from favorites where user_id = 'aaaaaaaaaaaa') as kept from users`.execute(
        young.db,
      );
    expect(members.rows).toEqual([{ n: 12, basic: 4, kept: 0 }]);
    for (const { db } of [database, young]) {
      for (const [table, timestamp] of [
        ['favorites', 't.created_at'],
        ['votes', 't.created_at'],
        ['comments', 't.created_at'],
        ['recents', 't.used_at'],
        ['copies', "(t.day + 1)::timestamp at time zone 'utc'"],
      ] as const) {
        const { rows } = await sql<{ n: number; early: number }>`
          select count(*)::integer as n, count(*) filter (where ${sql.raw(timestamp)} < p.created_at)::integer as early
          from ${sql.table(table)} t join prompts p on p.id = t.prompt_id`.execute(db);
        expect([table, rows[0]?.early]).toEqual([table, 0]);
        expect(rows[0]?.n).toBeGreaterThan(10);
      }
      const { rows } = await sql`select c.id from comments c join comments p on p.id = c.parent_id
        where p.created_at >= c.created_at`.execute(db);
      expect(rows).toEqual([]);
    }
    const { rows } = await sql<{ used: number; measures: number }>`
      select count(*) filter (where copy_count > 0)::integer as used, count(distinct copy_count)::integer as measures
      from prompt_stats`.execute(young.db);
    expect(rows[0]?.used).toBeGreaterThan(100);
    expect(rows[0]?.measures).toBeGreaterThan(6);
    await young.drop();
  });

  test('is the same everywhere, and is loaded once by several processes at once', async () => {
    const other = await createTestDatabase(inject('testServer'));
    await makeOld(other);
    const reports = await Promise.all([1, 2, 3].map(() => loadDemo(other.db, ISSUER)));
    expect(reports.filter((report) => report.includes('favorites'))).toHaveLength(1);
    // Times are those of the loading.
    const timeless = "(to_jsonb(t) - 'created_at' - 'updated_at' - 'used_at' - 'day')::text";
    expect(await digests(other, timeless)).toEqual(await digests(database, timeless));
    await other.drop();
  });

  test('gives the predefined people their tiers, in the sandbox only', async () => {
    for (const { email, tier } of [...PRESET_USERS, ...OTHER_PEOPLE]) {
      const rows = await rowsOf(sql`select tier, issuer, subject from users where email = ${email}`);
      expect(rows).toEqual([{ tier, issuer: ISSUER, subject: subjectOf(email) }]);
    }
    expect(PRESET_USERS.map(({ tier }) => tier)).toEqual(['basic', 'advanced', 'pro', 'engineer']);
  });
});

describe('Loading the demo', () => {
  test('a second time changes nothing, even after members have been active', async () => {
    await sql`delete from favorites where user_id = (select id from users where email = 'ada@example.com')`.execute(
      database.db,
    );
    await sql`update users set tier = 'pro' where email = 'ada@example.com'`.execute(database.db);
    const before = await digests();
    expect(await loadDemo(database.db, ISSUER)).toBe('Demo members: 12, from an earlier start');
    expect(await digests()).toEqual(before);
  });

  test('with the sandbox on another port updates its members', async () => {
    await loadDemo(database.db, 'http://127.0.0.1:4444');
    expect(await rowsOf(sql`select distinct issuer from users`)).toEqual([
      { issuer: 'http://127.0.0.1:4444' },
    ]);
    await loadDemo(database.db, ISSUER);
    expect(await rowsOf(sql`select distinct issuer from users`)).toEqual([{ issuer: ISSUER }]);
  });

  test('leaves a database with real members alone', async () => {
    const lived = await createTestDatabase(inject('testServer'), 'empty');
    await sql`insert into users (id, issuer, subject, email) values
      ('aaaaaaaaaaaa', 'https://accounts.google.com', '108', 'mira@example.com')`.execute(lived.db);
    const before = await digests(lived);
    expect(await loadDemo(lived.db, ISSUER)).toBe('Demo members: none, this database has members of its own');
    expect(await digests(lived)).toEqual(before);
    await lived.drop();
  });

  test('updates cached pages and lists', async () => {
    app = await createTestApp({ dependencies: { db: database.db } });
    const { prompts } = (await app.get('/api/categories/fitness?sort=popular')).json();
    expect(prompts[0].copyCount).toBeGreaterThan(10);
    expect(prompts[0].favoriteCount).toBeGreaterThan(0);
  });

  test('creates members without activity in an empty library', async () => {
    const empty = await createTestDatabase(inject('testServer'), 'empty');
    expect(await loadDemo(empty.db, ISSUER)).toBe(
      'Demo members: 12, with 0 favorites, 0 votes and 0 comments',
    );
    await empty.drop();
  });
});
