import { TEAM_ROLES, type TeamRole } from '#contract/teams.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { findTeamAccess } from './teams.queries.ts';

const REFUSALS: Record<TeamRole, string> = {
  owner: 'Only the owner of this team can do that.',
  editor: 'Readers of this team can’t share or change anything in it.',
  reader: 'You don’t belong to this team.',
};

/**
 * @param wanted the least role that may do it
 * @param options isActive where it is for teams whose owner's plan has teams
 * @throws HttpProblem 404 for whoever does not belong to it, 403 below the role, 409 while the team is paused
 */
export async function requireTeam(
  db: Db,
  { teamId, memberId }: { teamId: string; memberId: string },
  wanted: TeamRole,
  options: { isActive?: boolean } = {},
): Promise<TeamRole> {
  const access = await findTeamAccess(db, teamId, memberId);
  if (access === undefined) throw notFound('Team');
  const { role, isActive } = access;
  if (TEAM_ROLES.indexOf(role) > TEAM_ROLES.indexOf(wanted)) throw new HttpProblem(403, REFUSALS[wanted]);
  if (options.isActive && !isActive) throw new HttpProblem(409, PAUSED);
  return role;
}

export const PAUSED = 'This team is paused until its owner has Pro again. Nothing is lost.';
