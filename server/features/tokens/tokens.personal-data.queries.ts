import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data: nothing a token could be used or guessed by. */
export async function exportTokens(db: Db, memberId: string) {
  const { rows } = await sql<{
    name: string;
    scopes: string[];
    createdAt: Date;
    expiresAt: Date;
    usedOn: string | null;
  }>`
    select name, scopes, created_at as "createdAt", expires_at as "expiresAt",
      to_char(used_on, 'YYYY-MM-DD') as "usedOn"
    from tokens where user_id = ${memberId} and grant_id is null order by created_at, id`.execute(db);
  return rows;
}

/**
 * All of a member's at once. Deleting the account needs none of this: they go with its row.
 * @returns how many
 */
export async function removeTokens(db: Db, memberId: string): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from tokens where user_id = ${memberId} and grant_id is null`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
