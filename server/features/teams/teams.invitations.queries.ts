import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type InvitedRole, TEAM_LIMITS } from '#contract/teams.ts';
import type { Db } from '#server/core/database/pool.ts';
import { NAME_COLUMNS } from '#server/core/display-name.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';

export interface InvitationRow {
  id: string;
  teamId: string;
  email: string | null;
  role: InvitedRole;
  expiresAt: Date;
}

const COLUMNS = sql`i.id, i.team_id as "teamId", i.email, i.role, i.expires_at as "expiresAt"`;

/** Open ones of the team this member owns. */
export async function findInvitations(db: Db, ownerId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${COLUMNS} from team_invitations i
    join team_members m on m.team_id = i.team_id and m.user_id = ${ownerId} and m.role = 'owner'
    where i.expires_at > now() order by i.created_at, i.id`.execute(db);
  return rows;
}

const FULL = `A team is its owner and ${TEAM_LIMITS.invited} others, open invitations included.`;

/**
 * Run it with the team locked.
 * @throws HttpProblem 409 for an address that is invited, or when everybody is who may be
 */
export async function insertInvitation(
  transaction: Db,
  { teamId, email, role }: { teamId: string; email: string | null; role: InvitedRole },
): Promise<InvitationRow> {
  await sql`delete from team_invitations where team_id = ${teamId} and expires_at <= now()`.execute(
    transaction,
  );
  const { rows: counts } = await sql<{ count: number; isInvited: boolean }>`
    select (select count(*)::integer from team_members where team_id = ${teamId} and role <> 'owner')
        + (select count(*)::integer from team_invitations where team_id = ${teamId}) as count,
      exists (select from team_invitations where team_id = ${teamId} and email = ${email}) as "isInvited"`.execute(
    transaction,
  );
  const { count, isInvited } = counts[0] ?? { count: 0, isInvited: false };
  if (isInvited) throw new HttpProblem(409, 'You already invited this address.');
  if (count >= TEAM_LIMITS.invited) throw new HttpProblem(409, FULL);
  const { rows } = await sql<InvitationRow>`
    insert into team_invitations as i (id, team_id, email, role, expires_at)
    values (${makeId(randomUUID())}, ${teamId}, ${email}, ${role},
      now() + make_interval(days => ${sql.lit(TEAM_LIMITS.invitationDays)}))
    returning ${COLUMNS}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row;
}

export async function removeInvitation(
  transaction: Db,
  { teamId, invitationId }: { teamId: string; invitationId: string },
): Promise<void> {
  await sql`delete from team_invitations where id = ${invitationId} and team_id = ${teamId}`.execute(
    transaction,
  );
}

export interface OpenInvitation extends InvitationRow {
  team: string;
  ownerName: string | null;
  ownerEmail: string;
  isPaused: boolean;
  /** The one who asks is in the team. */
  isMember: boolean;
  /** It is for no address, or for theirs. */
  isTheirs: boolean;
}

/** Undefined for one that is used up, withdrawn or too old. */
export async function findInvitation(
  db: Db,
  invitationId: string,
  memberId: string,
): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select ${COLUMNS}, t.name as team, ${NAME_COLUMNS}, not a.is_active as "isPaused",
      exists (select from team_members e where e.team_id = t.id and e.user_id = ${memberId}) as "isMember",
      i.email is null or i.email = (select lower(email) from users where id = ${memberId}) as "isTheirs"
    from team_invitations i join teams t on t.id = i.team_id
    join team_access a on a.team_id = t.id and a.role = 'owner'
    join users u on u.id = a.user_id
    where i.id = ${invitationId} and i.expires_at > now()`.execute(db);
  return rows[0];
}

/** @throws HttpProblem 409 when everybody is there who may be */
export async function requireSeat(transaction: Db, teamId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from team_members
    where team_id = ${teamId} and role <> 'owner'`.execute(transaction);
  if ((rows[0]?.count ?? 0) >= TEAM_LIMITS.invited) throw new HttpProblem(409, 'This team is full.');
}

/** Deletes what nobody can accept any more. */
export async function sweepInvitations(db: Db): Promise<void> {
  await sql`delete from team_invitations where expires_at <= now()`.execute(db);
}
