import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { COUNTERS_CHANNEL } from './changes.ts';
import { CounterWrites } from './counters.ts';
import { retried } from './retry.ts';

const PROMPT = seedId('Everybody’s prompt');
const MEMBERS = 50;
const CALLS = 1000;
const ROUNDS = 3;

describe('a thousand calls at once, by fifty members, on one prompt', () => {
  let app: TestApp;
  let members: TestMember[];

  beforeAll(async () => {
    app = await createTestApp({ template: 'empty' });
    await seedPrompts(app.database.db, [{ title: 'Everybody’s prompt' }]);
    members = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(app)));
  });

  afterAll(() => app.close());

  const url = (action: string) => `/api/prompts/${PROMPT}/${action}`;

  /** Every kind of write, in an order that differs from round to round but not from run to run. */
  function call(index: number, round: number) {
    const member = members[index % MEMBERS];
    if (member === undefined) throw new Error('no such member');
    switch ((index * 7 + Math.floor(index / MEMBERS) + round * 3) % 7) {
      case 0:
      case 1:
        return member.post(url('favorite'));
      case 2:
        return member.del(url('favorite'));
      case 3:
        return member.post(url('vote'), { type: 'up' });
      case 4:
        return member.post(url('vote'), { type: 'down' });
      case 5:
        return member.del(url('vote'));
      default:
        return member.post(url('copy'));
    }
  }

  async function countersAndRows() {
    const { rows } = await sql<{ counters: object; rows: object }>`
      select json_build_object('favorites', favorite_count, 'up', upvotes, 'down', downvotes, 'copies', copy_count,
          'rating', rating) as counters,
        json_build_object(
          'favorites', (select count(*) from favorites where prompt_id = s.prompt_id),
          'up', (select count(*) from votes where prompt_id = s.prompt_id and kind = 'up'),
          'down', (select count(*) from votes where prompt_id = s.prompt_id and kind = 'down'),
          'copies', (select count(*) from copies where prompt_id = s.prompt_id),
          'rating', (select prompt_rating(count(*) filter (where kind = 'up')::integer,
            count(*) filter (where kind = 'down')::integer)::numeric(3, 2)
            from votes where prompt_id = s.prompt_id)) as rows
      from prompt_stats s where prompt_id = ${PROMPT}`.execute(app.database.db);
    return rows[0];
  }

  for (let round = 1; round <= ROUNDS; round += 1) {
    test(`round ${round}: all are answered, and every counter equals a count of its rows`, async () => {
      const answers = await Promise.all(Array.from({ length: CALLS }, (_, index) => call(index, round)));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      const found = await countersAndRows();
      expect(found?.counters).toEqual(found?.rows);
    });
  }

  test('what each member was told last is what is there', async () => {
    const told = await Promise.all(
      members.map(async (member, index) => {
        const answer = index % 2 ? await member.post(url('favorite')) : await member.del(url('favorite'));
        const { isFavorited } = (await member.get(url('interactions'))).json();
        return [answer.json().isFavorited, isFavorited];
      }),
    );
    for (const [answered, found] of told) expect(found).toBe(answered);
    const { favoriteCount } = (await members[0]?.get(`/api/prompts/${PROMPT}`))?.json() ?? {};
    expect(favoriteCount).toBe(MEMBERS / 2);
  });
});

describe('announcements', () => {
  test('are part of the first write, cover what follows, and come after a slow one', async () => {
    const database = await createTestDatabase(inject('testServer'), 'empty');
    const listener = new pg.Client(database.connection);
    let heard = 0;
    listener.on('notification', ({ channel }) => (heard += channel === COUNTERS_CHANNEL ? 1 : 0));
    await listener.connect();
    await listener.query(`listen ${COUNTERS_CHANNEL}`);
    /** Notifications of committed transactions reach a listener before its own next answer. */
    const hear = async () => {
      await listener.query('select 1');
      return heard;
    };
    let now = 0;
    const writes = new CounterWrites(database.db, () => now);
    const write = (isMoved: boolean, milliseconds = 1) =>
      writes.run('a', async (db, announcement) => {
        now += milliseconds;
        if (isMoved) await sql`select ${announcement}`.execute(db);
        return { isMoved };
      });
    try {
      await write(false);
      expect(await hear()).toBe(0);
      await write(true);
      expect(await hear()).toBe(1);
      for (let time = 0; time < 100; time += 1) await write(true);
      expect(await hear()).toBe(1);
      await write(true, 2000);
      expect(await hear()).toBe(2);
      await write(true);
      expect(await hear()).toBe(3);
      const failed = writes.run('a', () => Promise.reject(new Error('no')));
      await expect(failed).rejects.toThrow('no');
    } finally {
      await listener.end();
      await database.drop();
    }
  });
});

describe('a transaction that PostgreSQL ended for another one’s sake', () => {
  const ended = (code: string) => Object.assign(new Error('ended'), { code });

  test('is run once more, and no more than once', async () => {
    for (const code of ['40P01', '40001']) {
      let runs = 0;
      const once = await retried(async () => {
        runs += 1;
        if (runs === 1) throw ended(code);
        return runs;
      });
      expect(once).toBe(2);
      await expect(retried(() => Promise.reject(ended(code)))).rejects.toThrow('ended');
    }
    let runs = 0;
    const other = retried(async () => {
      runs += 1;
      throw ended('23505');
    });
    await expect(other).rejects.toThrow('ended');
    expect(runs).toBe(1);
  });
});
