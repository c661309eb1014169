import { sql } from 'kysely';
import { runCounted } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { recordUse } from '../recents/recents.public.ts';
import type { VisiblePrompt } from './prompts.access.ts';

/** At most one row per member, prompt and UTC day; the prompt becomes the first of the member's recents. */
export async function countCopy(
  db: Db,
  memberId: string,
  prompt: VisiblePrompt,
): Promise<{ copyCount: number }> {
  return await runCounted<{ copyCount: number }>(db, {
    promptId: prompt.id,
    event: sql`event as (insert into copies (prompt_id, user_id, day)
        values (${prompt.id}, ${memberId}, (now() at time zone 'utc')::date) on conflict do nothing returning 1),
      used as (${recordUse(memberId, prompt)})`,
    changes: sql`copy_count = s.copy_count + 1`,
    counters: sql`s.copy_count as "copyCount"`,
  });
}
