import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data: what they asked the library for. */
export async function exportPromptRequests(db: Db, memberId: string) {
  const { rows } = await sql<{ text: string; askedAt: Date }>`
    select text, created_at as "askedAt" from prompt_requests
    where user_id = ${memberId} order by created_at, text`.execute(db);
  return rows;
}
