import { TEAM_LIMITS, type TeamInvitation } from '#contract/teams.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import type { LinkSigner } from '#server/core/signed-links.ts';
import { PAUSED, requireTeam } from './teams.access.ts';
import { INVITATION_LINK, invitationMail, invitationPath } from './teams.invitation.mail.ts';
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  type OpenInvitation,
  removeInvitation,
  requireSeat,
} from './teams.invitations.queries.ts';
import { insertMember, lockTeam, requireTeamCapacity } from './teams.queries.ts';

interface Dependencies {
  db: Db;
  signer: LinkSigner;
}

/** As the owner sees it, with its link. */
export async function toInvitation(
  { id, email, role, expiresAt }: InvitationRow,
  signer: LinkSigner,
): Promise<TeamInvitation> {
  const sign = (purpose: string, value: string) => signer.sign(purpose, value);
  return { id, email, role, expiresAt: expiresAt.toISOString(), path: await invitationPath(id, sign) };
}

/** Whether the address has an account makes no difference that anybody could see. */
export async function inviteMember(
  { db, signer }: Dependencies,
  invited: Pick<InvitationRow, 'teamId' | 'email' | 'role'> & { ownerId: string },
): Promise<TeamInvitation> {
  const { teamId, email, ownerId: memberId } = invited;
  const row = await db.transaction().execute(async (transaction) => {
    await lockTeam(transaction, teamId);
    await requireTeam(transaction, { teamId, memberId }, 'owner', { isActive: true });
    const added = await insertInvitation(transaction, invited);
    if (email !== null) await mailInvitation(transaction, { teamId, email, invitationId: added.id });
    return added;
  });
  return await toInvitation(row, signer);
}

/**
 * Each has a mail of its own, since the link of one withdrawn before no longer works.
 * @throws HttpProblem 409 for more than a few to one address in a day
 */
async function mailInvitation(
  transaction: Db,
  { teamId, email, invitationId }: { teamId: string; email: string; invitationId: string },
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const data = { invitationId, days: TEAM_LIMITS.invitationDays };
  for (let mail = 1; mail <= TEAM_LIMITS.invitationMails; mail += 1) {
    const key = makeId(`${teamId} ${email} ${day} ${mail}`);
    if (await addMail(transaction, invitationMail, { key, to: { address: email }, data })) return;
  }
  throw new HttpProblem(
    409,
    `We mailed this address ${TEAM_LIMITS.invitationMails} times today. Invite it by a link, or tomorrow.`,
  );
}

/**
 * An invitation that this member may accept.
 * @throws HttpProblem 404 for an unknown, used or expired one, as for a wrong link; 403 when it is for another address
 */
export async function requireInvitation(
  { db, signer }: Dependencies,
  { invitationId, key, memberId }: { invitationId: string; key: string; memberId: string },
): Promise<OpenInvitation> {
  const isSigned = await signer.isSigned(INVITATION_LINK, invitationId, key);
  const found = isSigned ? await findInvitation(db, invitationId, memberId) : undefined;
  if (found === undefined) throw notFound('Invitation');
  if (!found.isTheirs) throw new HttpProblem(403, 'This invitation is for another email address.');
  return found;
}

/** @throws HttpProblem as `requireInvitation`; 409 while the team is paused or full, or the member has too many */
export async function joinByInvitation(
  { db, signer }: Dependencies,
  link: { invitationId: string; key: string; memberId: string },
): Promise<{ teamId: string }> {
  const { memberId, invitationId } = link;
  const { teamId } = await requireInvitation({ db, signer }, link);
  await db.transaction().execute(async (transaction) => {
    await lockTeam(transaction, teamId);
    // Again, with the team locked: somebody else may have been faster.
    const { isMember, isPaused, role } = await requireInvitation({ db: transaction, signer }, link);
    if (isMember) return;
    if (isPaused) throw new HttpProblem(409, PAUSED);
    await requireTeamCapacity(transaction, memberId);
    await requireSeat(transaction, teamId);
    await insertMember(transaction, { teamId, memberId, role });
    await removeInvitation(transaction, { teamId, invitationId });
  });
  return { teamId };
}
