import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data. They go with the account. */
export async function exportNotices(db: Db, memberId: string) {
  const { rows } = await sql<{
    kind: string;
    subject: string;
    path: string;
    copiedOn: string | null;
    createdAt: Date;
    readAt: Date | null;
  }>`
    select kind, subject, path, copied_on::text as "copiedOn", created_at as "createdAt", read_at as "readAt" from notices
    where user_id = ${memberId} order by created_at, id`.execute(db);
  return rows;
}
