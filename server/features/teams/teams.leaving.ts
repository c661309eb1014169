import type { Db } from '#server/core/database/pool.ts';
import { unshareCollections } from '../collections/collections.public.ts';
import { unshareSavedValues } from '../saved-values/saved-values.public.ts';
import {
  findOwner,
  findRole,
  findSuccessor,
  findTeamIds,
  lockTeam,
  makeOwner,
  removeMember,
  removeTeam,
} from './teams.queries.ts';

/**
 * Takes a member who is not the owner out of a team, and nothing away from either: what they shared stays with the team
 * as copies, which are its owner's, and is theirs alone again. Run it with the team locked.
 */
export async function leaveTeam(
  transaction: Db,
  { teamId, memberId }: { teamId: string; memberId: string },
): Promise<void> {
  const ownerId = await findOwner(transaction, teamId);
  if (ownerId !== undefined && ownerId !== memberId) {
    const ids = { teamId, memberId, ownerId };
    await unshareCollections(transaction, ids);
    await unshareSavedValues(transaction, ids);
  }
  await removeMember(transaction, { teamId, memberId });
}

/** Before an account is deleted: the member's own team passes to an editor, or is dissolved where there is none. */
export async function leaveTeams(transaction: Db, memberId: string): Promise<void> {
  for (const teamId of await findTeamIds(transaction, memberId)) {
    await lockTeam(transaction, teamId);
    // Read again: the owner may have made this member the owner while the lock was waited for.
    const role = await findRole(transaction, { teamId, memberId });
    if (role === undefined) continue;
    if (role === 'owner' && !(await handOver(transaction, { teamId, ownerId: memberId }))) {
      await removeTeam(transaction, teamId);
      continue;
    }
    await leaveTeam(transaction, { teamId, memberId });
  }
}

/** @returns false where there is nobody to take it */
async function handOver(
  transaction: Db,
  { teamId, ownerId }: { teamId: string; ownerId: string },
): Promise<boolean> {
  for (;;) {
    const memberId = await findSuccessor(transaction, teamId);
    if (memberId === undefined) return false;
    // Who has made a team of their own since they were found is not found again.
    if (await makeOwner(transaction, { teamId, memberId, ownerId })) return true;
  }
}
