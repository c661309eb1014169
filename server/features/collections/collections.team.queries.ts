import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';
import { copyItems } from './collections.prompts.queries.ts';

/** More than anyone could look through. */
const MAX_OF_TEAM = 50;

/**
 * Run it with the team locked.
 * @throws HttpProblem 409 above the number a team may have
 */
export async function setTeam(transaction: Db, id: string, teamId: string | null): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from collections
    where team_id = ${teamId} and id <> ${id}`.execute(transaction);
  if ((rows[0]?.count ?? 0) >= MAX_OF_TEAM) {
    throw new HttpProblem(409, `This team already shares ${MAX_OF_TEAM} collections.`);
  }
  await sql`update collections set team_id = ${teamId}, updated_at = now() where id = ${id}`.execute(
    transaction,
  );
}

/**
 * What a member shared with a team is theirs alone again; the team keeps copies, which are `ownerId`'s. What the team did
 * not see, since staff hid it or suspended its member, it does not get.
 */
export async function unshareCollections(
  transaction: Db,
  { teamId, memberId, ownerId }: { teamId: string; memberId: string; ownerId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; isHidden: boolean }>`
    update collections c set team_id = null from users u
    where c.team_id = ${teamId} and c.user_id = ${memberId} and u.id = c.user_id
    returning c.id, c.hidden_at is not null or u.suspended_at is not null as "isHidden"`.execute(transaction);
  for (const { id, isHidden } of rows) {
    if (isHidden) continue;
    const copy = makeId(randomUUID());
    await sql`insert into collections (id, user_id, team_id, name, description, color, updated_at)
      select ${copy}, ${ownerId}, ${teamId}, name, description, color, updated_at
      from collections where id = ${id}`.execute(transaction);
    await copyItems(transaction, id, copy);
  }
}
