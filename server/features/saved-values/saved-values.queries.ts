import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { SAVED_VALUES_LIMITS, type SavedValues } from '#contract/saved-values.ts';
import type { Db } from '#server/core/database/pool.ts';
import { displayName, NAME_COLUMNS } from '#server/core/display-name.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';

interface SavedRow extends Pick<SavedValues, 'id' | 'name' | 'values' | 'canChange'> {
  isOwn: boolean;
  teamId: string | null;
  teamName: string;
  ownerName: string | null;
  ownerEmail: string;
}

/** What a member has to do with saved values: their own, or their team's. */
const selectFor = (memberId: string) => sql`
  select s.id, s.name, s.entries as values, s.user_id = ${memberId} as "isOwn",
    s.user_id = ${memberId} or coalesce(a.role in ('owner', 'editor') and a.is_active, false) as "canChange",
    s.team_id as "teamId", t.name as "teamName", ${NAME_COLUMNS}
  from saved_values s join users u on u.id = s.user_id
  left join teams t on t.id = s.team_id
  left join team_access a on a.team_id = s.team_id and a.user_id = ${memberId}
  where (s.user_id = ${memberId} or (a.role is not null and u.suspended_at is null))`;

const toSaved = ({ isOwn, teamId, teamName, ownerName, ownerEmail, ...saved }: SavedRow): SavedValues => ({
  ...saved,
  team: teamId === null ? null : { id: teamId, name: teamName },
  by: isOwn ? null : displayName({ ownerName, ownerEmail }),
});

/** A member's and their teams' of one prompt, by name. */
export async function findSaved(db: Db, memberId: string, promptId: string): Promise<SavedValues[]> {
  const { rows } = await sql<SavedRow>`${selectFor(memberId)} and s.prompt_id = ${promptId}
    order by s.team_id is not null, lower(s.name), s.id`.execute(db);
  return rows.map(toSaved);
}

export async function findSavedById(db: Db, memberId: string, id: string): Promise<SavedValues | undefined> {
  const { rows } = await sql<SavedRow>`${selectFor(memberId)} and s.id = ${id}`.execute(db);
  return rows.map(toSaved)[0];
}

interface NewSaved extends Pick<SavedValues, 'name' | 'values'> {
  memberId: string;
  promptId: string;
  teamId: string | null;
}

/**
 * Replaces those of the same name in the same place; those of a suspended member, which the team does not see, are left
 * as they are. Run it in a transaction: a member saves one after the other.
 * @throws HttpProblem 409 above the number a member may have
 */
export async function upsertSaved(
  transaction: Db,
  { memberId, promptId, teamId, name, values }: NewSaved,
): Promise<string> {
  const entries = JSON.stringify(values);
  await sql`select from users where id = ${memberId} for no key update`.execute(transaction);
  const { rows: replaced } = await sql<{ id: string }>`
    update saved_values set entries = ${entries}::jsonb, updated_at = now() where id = (
      select s.id from saved_values s join users u on u.id = s.user_id
      where s.prompt_id = ${promptId} and s.name = ${name} and u.suspended_at is null
        and ${teamId === null ? sql`s.team_id is null and s.user_id = ${memberId}` : sql`s.team_id = ${teamId}`}
      order by s.created_at limit 1) returning id`.execute(transaction);
  if (replaced[0]) return replaced[0].id;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from saved_values where user_id = ${memberId}`.execute(transaction);
  if ((rows[0]?.count ?? 0) >= SAVED_VALUES_LIMITS.sets) {
    throw new HttpProblem(409, `You saved ${SAVED_VALUES_LIMITS.sets} sets of values. Delete one first.`);
  }
  const id = makeId(randomUUID());
  await sql`insert into saved_values (id, user_id, team_id, prompt_id, name, entries)
    values (${id}, ${memberId}, ${teamId}, ${promptId}, ${name}, ${entries}::jsonb)`.execute(transaction);
  return id;
}

export async function removeSaved(db: Db, id: string): Promise<void> {
  await sql`delete from saved_values where id = ${id}`.execute(db);
}

/**
 * What a member saved for a team is theirs alone again; the team keeps copies, which are `ownerId`'s. What it did not see,
 * since staff suspended its member, it does not get.
 */
export async function unshareSavedValues(
  transaction: Db,
  { teamId, memberId, ownerId }: { teamId: string; memberId: string; ownerId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; isHidden: boolean }>`
    update saved_values s set team_id = null from users u
    where s.team_id = ${teamId} and s.user_id = ${memberId} and u.id = s.user_id
    returning s.id, u.suspended_at is not null as "isHidden"`.execute(transaction);
  for (const { id, isHidden } of rows) {
    if (isHidden) continue;
    await sql`insert into saved_values (id, user_id, team_id, prompt_id, name, entries, updated_at)
      select ${makeId(randomUUID())}, ${ownerId}, ${teamId}, prompt_id, name, entries, updated_at
      from saved_values where id = ${id}`.execute(transaction);
  }
}
