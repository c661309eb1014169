import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { type Crowd, createCrowd, MEMBERS } from '#server/testing/thousand-calls.ts';
import { COUNTERS_CHANNEL } from './changes.ts';
import { CounterWrites } from './counters.ts';
import { retried } from './retry.ts';

/** Each kind alone: favorites.crowd, votes.crowd and copies.crowd. */
describe('a thousand calls of every kind at once, by fifty members, on one prompt', () => {
  let crowd: Crowd;
  beforeAll(async () => {
    crowd = await createCrowd();
  });
  afterAll(() => crowd.app.close());

  test('all are answered, and every counter equals a count of its rows', async () => {
    const { url } = crowd;
    await crowd.callAtOnce((member, index) => {
      switch ((index * 7 + Math.floor(index / MEMBERS)) % 7) {
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
    });
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
