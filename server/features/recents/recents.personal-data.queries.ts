import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data. */
export async function exportRecents(db: Db, memberId: string) {
  const { rows } = await sql<{ promptId: string; title: string; usedAt: Date }>`
    select r.prompt_id as "promptId", p.title, r.used_at as "usedAt"
    from recents r join prompts p on p.id = r.prompt_id
    where r.user_id = ${memberId} order by r.used_at, r.prompt_id`.execute(db);
  return rows;
}
