import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data; what goes with the account goes with its row. */
export async function exportTeams(db: Db, memberId: string) {
  const { rows } = await sql<{ name: string; role: string; invitations: object[] | null }>`
    select t.name, m.role, m.joined_at as "joinedAt",
      case when m.role = 'owner' then (
        select coalesce(json_agg(json_build_object('email', i.email, 'role', i.role, 'expiresAt', i.expires_at)
          order by i.created_at, i.id), '[]')
        from team_invitations i where i.team_id = t.id and i.expires_at > now()) end as invitations
    from team_members m join teams t on t.id = m.team_id where m.user_id = ${memberId}
    order by m.joined_at, m.id`.execute(db);
  return rows;
}
