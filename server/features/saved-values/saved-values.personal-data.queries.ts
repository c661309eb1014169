import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data; what goes with the account goes with its row. */
export async function exportSavedValues(db: Db, memberId: string) {
  const { rows } = await sql<{ name: string; values: Record<string, string> }>`
    select s.prompt_id as "promptId", p.title, s.name, s.entries as values, t.name as team,
      s.created_at as "createdAt", s.updated_at as "updatedAt"
    from saved_values s join prompts p on p.id = s.prompt_id left join teams t on t.id = s.team_id
    where s.user_id = ${memberId} order by s.created_at, s.id`.execute(db);
  return rows;
}
