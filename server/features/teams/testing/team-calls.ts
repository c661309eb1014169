import type { InvitedRole, Team, TeamInvitation } from '#contract/teams.ts';
import type { TestMember } from '#server/testing/test-app.ts';

/** As a member makes a team on the page for it. */
export async function makeTeam(owner: TestMember, name = 'Book club'): Promise<Team> {
  return (await owner.post('/api/teams', { name })).json<Team>();
}

export async function invite(
  owner: TestMember,
  teamId: string,
  { email = null, role = 'reader' }: { email?: string | null; role?: InvitedRole } = {},
): Promise<TeamInvitation> {
  return (await owner.post(`/api/teams/${teamId}/invitations`, { email, role })).json<TeamInvitation>();
}

/** The calls behind an invitation's link. */
export function callsOf({ path }: { path: string }) {
  const { searchParams } = new URL(path, 'http://localhost');
  const address = `/api/team-invitations/${searchParams.get('invitation')}`;
  const query = `?${new URLSearchParams({ key: searchParams.get('key') ?? '' })}`;
  return { look: `${address}${query}`, accept: `${address}/acceptance${query}` };
}

/** Joins by a link. */
export async function join(
  owner: TestMember,
  teamId: string,
  { member, role }: { member: TestMember; role: InvitedRole },
): Promise<void> {
  const invitation = await invite(owner, teamId, { role });
  const joined = await member.post(callsOf(invitation).accept);
  if (joined.statusCode !== 200) throw new Error(joined.payload);
}

export const teamOf = async (member: TestMember, teamId: string): Promise<Team | undefined> =>
  (await member.get('/api/teams')).json<Team[]>().find(({ id }) => id === teamId);

/** The membership of whoever has this name in the team. */
export async function membershipOf(member: TestMember, teamId: string, name: string): Promise<string> {
  const found = (await teamOf(member, teamId))?.members.find((candidate) => candidate.name.startsWith(name));
  if (found === undefined) throw new Error(`${name} is not in the team`);
  return found.id;
}
