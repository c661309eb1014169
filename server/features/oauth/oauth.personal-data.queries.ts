import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data: nothing an app could be impersonated by. */
export async function exportGrants(db: Db, memberId: string) {
  const { rows } = await sql<{
    app: string;
    redirectHost: string;
    scopes: string[];
    createdAt: Date;
    expiresAt: Date;
    usedOn: string | null;
  }>`
    select client_name as app, redirect_host as "redirectHost", scopes, created_at as "createdAt",
      expires_at as "expiresAt", to_char(used_on, 'YYYY-MM-DD') as "usedOn"
    from oauth_grants where user_id = ${memberId} order by created_at, id`.execute(db);
  return rows;
}

/**
 * All of a member's at once, with their access tokens and with what is on its way. Deleting the account needs none of
 * this: they go with its row.
 * @returns how many
 */
export async function removeGrants(db: Db, memberId: string): Promise<number> {
  await sql`delete from oauth_codes where user_id = ${memberId}`.execute(db);
  const { numAffectedRows } = await sql`delete from oauth_grants where user_id = ${memberId}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
