import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { seedId, seedPrompts } from './seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from './test-app.ts';

const TITLE = 'Everybody’s prompt';

export const MEMBERS = 50;
const CALLS = 1000;

/** Many more than there are connections; few enough that none waits for one until it gives up, on a busy machine. */
const CONCURRENCY = 100;

/** One prompt, and fifty members who all do something with it at once. */
export interface ConcurrentCalls {
  app: TestApp;
  members: TestMember[];
  /** The address of what can be done with the prompt. */
  url(action: string): string;
  /**
   * A thousand calls, a hundred at any time, member after member. Expects that each is answered with 200, and that then
   * every counter of the prompt equals a count of its rows.
   */
  callAtOnce(call: (member: TestMember, index: number) => Promise<LightMyRequestResponse>): Promise<void>;
  counters(): Promise<Counters>;
}

interface Counters {
  favorites: number;
  up: number;
  down: number;
  copies: number;
  rating: number;
}

export async function createConcurrentCalls(): Promise<ConcurrentCalls> {
  const app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: TITLE }]);
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(app)));
  return {
    app,
    members,
    url: (action) => `/api/prompts/${seedId(TITLE)}/${action}`,
    async callAtOnce(call) {
      const callers = Array.from({ length: CALLS / MEMBERS }, () => members).flat();
      const responses: LightMyRequestResponse[] = [];
      const send = async (lane: number) => {
        for (let index = lane; index < CALLS; index += CONCURRENCY) {
          const member = callers[index];
          if (member) responses.push(await call(member, index));
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, (_, lane) => send(lane)));
      expect(responses).toHaveLength(CALLS);
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      const { counters, rows } = await countersAndRows(app);
      expect(counters).toEqual(rows);
    },
    counters: async () => (await countersAndRows(app)).counters,
  };
}

async function countersAndRows({ database }: TestApp): Promise<{ counters: Counters; rows: Counters }> {
  const { rows } = await sql<{ counters: Counters; rows: Counters }>`
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
    from prompt_stats s where prompt_id = ${seedId(TITLE)}`.execute(database.db);
  const [row] = rows;
  if (row === undefined) throw new Error('the prompt has no counters');
  return row;
}
