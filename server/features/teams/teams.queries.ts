import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { TEAM_LIMITS, type Team, type TeamMember, type TeamRole } from '#contract/teams.ts';
import type { Db } from '#server/core/database/pool.ts';
import { displayName, NAME_COLUMNS } from '#server/core/display-name.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';

type TeamRow = Omit<Team, 'members' | 'invitations'>;

interface MemberRow extends Omit<TeamMember, 'name'> {
  teamId: string;
  ownerName: string | null;
  ownerEmail: string;
}

/** Those a member belongs to, their own first, without invitations. */
export async function findTeams(db: Db, memberId: string): Promise<Omit<Team, 'invitations'>[]> {
  const { rows } = await sql<TeamRow>`
    select t.id, t.name, a.role, not a.is_active as "isPaused"
    from team_access a join teams t on t.id = a.team_id where a.user_id = ${memberId}
    order by a.role <> 'owner', t.created_at, t.id`.execute(db);
  if (rows.length === 0) return [];
  const { rows: members } = await sql<MemberRow>`
    select m.team_id as "teamId", m.id, m.role, m.user_id = ${memberId} as "isMe", ${NAME_COLUMNS}
    from team_members m join users u on u.id = m.user_id
    where m.team_id in (select team_id from team_members where user_id = ${memberId})
    order by m.role <> 'owner', m.joined_at, m.id`.execute(db);
  const ofTeam = Map.groupBy(members, ({ teamId }) => teamId);
  return rows.map((team) => ({
    ...team,
    members: (ofTeam.get(team.id) ?? []).map(({ id, role, isMe, ...person }) => ({
      id,
      role,
      isMe,
      name: displayName(person),
    })),
  }));
}

export async function findTeamAccess(
  db: Db,
  teamId: string,
  memberId: string,
): Promise<{ role: TeamRole; isActive: boolean } | undefined> {
  const { rows } = await sql<{ role: TeamRole; isActive: boolean }>`
    select role, is_active as "isActive" from team_access
    where team_id = ${teamId} and user_id = ${memberId}`.execute(db);
  return rows[0];
}

/** Makes others wait who change the same team. */
export async function lockTeam(transaction: Db, teamId: string): Promise<void> {
  await sql`select from teams where id = ${teamId} for no key update`.execute(transaction);
}

/**
 * Run it in a transaction: members who make two at once do so in turn.
 * @throws HttpProblem 409 for whoever owns one
 */
export async function insertTeam(transaction: Db, memberId: string, name: string): Promise<string> {
  await requireTeamCapacity(transaction, memberId);
  const { rows } = await sql`
    select from team_members where user_id = ${memberId} and role = 'owner'`.execute(transaction);
  if (rows.length > 0) throw new HttpProblem(409, 'You already own a team.');
  const teamId = makeId(randomUUID());
  await sql`insert into teams (id, name) values (${teamId}, ${name})`.execute(transaction);
  await insertMember(transaction, { teamId, memberId, role: 'owner' });
  return teamId;
}

/** @throws HttpProblem 409 above the number of teams a member may belong to */
export async function requireTeamCapacity(transaction: Db, memberId: string): Promise<void> {
  await sql`select from users where id = ${memberId} for no key update`.execute(transaction);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from team_members where user_id = ${memberId}`.execute(transaction);
  if ((rows[0]?.count ?? 0) < TEAM_LIMITS.teams) return;
  throw new HttpProblem(409, `You belong to ${TEAM_LIMITS.teams} teams. Leave one first.`);
}

export async function insertMember(
  transaction: Db,
  { teamId, memberId, role }: { teamId: string; memberId: string; role: TeamRole },
): Promise<void> {
  await sql`insert into team_members (id, team_id, user_id, role)
    values (${makeId(randomUUID())}, ${teamId}, ${memberId}, ${role})`.execute(transaction);
}

export async function renameTeam(db: Db, teamId: string, name: string): Promise<void> {
  await sql`update teams set name = ${name} where id = ${teamId}`.execute(db);
}

/** What was shared with it is its maker's alone again. */
export async function removeTeam(transaction: Db, teamId: string): Promise<void> {
  await sql`delete from teams where id = ${teamId}`.execute(transaction);
}

export interface Membership {
  memberId: string;
  role: TeamRole;
}

export async function findMembership(
  db: Db,
  teamId: string,
  membershipId: string,
): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`select user_id as "memberId", role from team_members
    where id = ${membershipId} and team_id = ${teamId}`.execute(db);
  return rows[0];
}

/**
 * @throws HttpProblem 404 for somebody who is not in the team, 409 for a new owner who has a team
 */
export async function setRole(
  transaction: Db,
  { teamId, membershipId, ownerId }: { teamId: string; membershipId: string; ownerId: string },
  role: TeamRole,
): Promise<void> {
  const membership = await findMembership(transaction, teamId, membershipId);
  if (membership === undefined) throw notFound('Member');
  if (membership.memberId === ownerId) {
    if (role === 'owner') return;
    throw new HttpProblem(409, 'A team needs an owner: make somebody else its owner first.');
  }
  if (role === 'owner') {
    const isOwner = await makeOwner(transaction, { ...membership, teamId, ownerId });
    if (!isOwner) throw new HttpProblem(409, 'They already own a team of their own.');
    return;
  }
  await sql`update team_members set role = ${role} where id = ${membershipId}`.execute(transaction);
}

/**
 * Hands a team over to somebody in it.
 * @returns false where they own one by now
 */
export async function makeOwner(
  transaction: Db,
  { teamId, memberId, ownerId }: { teamId: string; memberId: string; ownerId: string },
): Promise<boolean> {
  await sql`select from users where id = ${memberId} for no key update`.execute(transaction);
  const { rows } = await sql`
    select from team_members where user_id = ${memberId} and role = 'owner'`.execute(transaction);
  if (rows.length > 0) return false;
  const give = async (role: TeamRole, to: string) =>
    await sql`update team_members set role = ${role} where team_id = ${teamId} and user_id = ${to}`.execute(
      transaction,
    );
  // A team has one owner at a time.
  await give('editor', ownerId);
  await give('owner', memberId);
  return true;
}

export async function removeMember(
  transaction: Db,
  { teamId, memberId }: { teamId: string; memberId: string },
): Promise<void> {
  await sql`delete from team_members where team_id = ${teamId} and user_id = ${memberId}`.execute(
    transaction,
  );
}

/** What a member is in a team now; undefined for who is not in it. */
export async function findRole(
  db: Db,
  { teamId, memberId }: { teamId: string; memberId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`
    select role from team_members where team_id = ${teamId} and user_id = ${memberId}`.execute(db);
  return rows[0]?.role;
}

export async function findOwner(db: Db, teamId: string): Promise<string | undefined> {
  const { rows } = await sql<{ memberId: string }>`
    select user_id as "memberId" from team_members where team_id = ${teamId} and role = 'owner'`.execute(db);
  return rows[0]?.memberId;
}

/**
 * Who takes a team over when its owner deletes their account: an editor without a team of their own, first one whose
 * plan has teams, then whoever is longest in it.
 */
export async function findSuccessor(db: Db, teamId: string): Promise<string | undefined> {
  const { rows } = await sql<{ memberId: string }>`
    select m.user_id as "memberId" from team_members m join member_plans p on p.user_id = m.user_id
    where m.team_id = ${teamId} and m.role = 'editor'
      and not exists (select from team_members o where o.user_id = m.user_id and o.role = 'owner')
    order by p.tier in ('pro', 'engineer') desc, m.joined_at, m.id limit 1`.execute(db);
  return rows[0]?.memberId;
}

/** The teams a member is in. */
export async function findTeamIds(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ teamId: string }>`
    select team_id as "teamId" from team_members where user_id = ${memberId} order by team_id`.execute(db);
  return rows.map(({ teamId }) => teamId);
}
