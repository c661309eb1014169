import { sql } from 'kysely';
import { runCounted } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { recordUse } from '../recents/recents.public.ts';
import type { VisiblePrompt } from './prompts.access.ts';

/**
 * At most one row per member, prompt and UTC day, with the version of the last copy; the prompt becomes the first of the
 * member's recents.
 * @param version what the member saw; a browser may show one that has changed since
 */
export async function countCopy(
  db: Db,
  memberId: string,
  prompt: VisiblePrompt,
  version?: number | undefined,
): Promise<{ copyCount: number }> {
  return await runCounted<{ copyCount: number }>(db, {
    promptId: prompt.id,
    event: sql`given as (
        select p.id, (now() at time zone 'utc')::date as day, least(${version ?? null}, p.version) as version
        from prompts p where p.id = ${prompt.id}),
      event as (insert into copies (prompt_id, user_id, day, version)
        select id, ${memberId}, day, version from given on conflict do nothing returning 1),
      again as (update copies c set version = g.version from given g
        where c.prompt_id = g.id and c.user_id = ${memberId} and c.day = g.day and c.version is distinct from g.version),
      used as (${recordUse(memberId, prompt)})`,
    changes: sql`copy_count = s.copy_count + 1`,
    counters: sql`s.copy_count as "copyCount"`,
  });
}
