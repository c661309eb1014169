import { type RawBuilder, sql } from 'kysely';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';
import { latestFirst } from '../catalog/catalog.public.ts';
import type { VisiblePrompt } from '../prompts/prompts.public.ts';

/** The statement that puts a prompt first among a member's recents, unless they paused them. */
export function recordUse(memberId: string, prompt: VisiblePrompt): RawBuilder<unknown> {
  return sql`insert into recents (user_id, prompt_id, used_at)
    select id, ${prompt.id}, clock_timestamp() from users where id = ${memberId} and not are_recents_paused
    on conflict (user_id, prompt_id) do update set used_at = excluded.used_at`;
}

/**
 * For openings, which are frequent: losing the last ones in a power cut is better than waiting for the disk.
 * @returns the time of use; undefined while the member has paused
 */
export async function addUse(db: Db, memberId: string, prompt: VisiblePrompt): Promise<Date | undefined> {
  const { rows } = await sql<{ usedAt: Date }>`
    with used as (${recordUse(memberId, prompt)} returning used_at)
    select used_at as "usedAt", set_config('synchronous_commit', 'off', true) from used`.execute(db);
  return rows[0]?.usedAt;
}

/** The last listed prompts a member used, for the `from` of a list of them: `recents r` joined to `prompt_stats s`. */
export function recentsOf(memberId: string): RawBuilder<unknown> {
  return sql`(
      select r.prompt_id, r.used_at from recents r join prompt_stats one on one.prompt_id = r.prompt_id
      where r.user_id = ${memberId} and one.is_listed
      order by r.used_at desc, r.prompt_id desc limit ${sql.lit(SERVER_LIMITS.recents)}
    ) r join prompt_stats s on s.prompt_id = r.prompt_id`;
}

/** The order of `recentsOf`. */
export const LAST_USED_FIRST = latestFirst(sql`r.used_at`);

/** When a member last used each of these prompts. */
export async function findUseTimes(
  db: Db,
  memberId: string,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('recents')
    .select(['prompt_id', 'used_at'])
    .where('user_id', '=', memberId)
    .where('prompt_id', 'in', ids.length > 0 ? ids : [''])
    .execute();
  return new Map(rows.map((row) => [row.prompt_id, row.used_at]));
}

export async function areRecentsPaused(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('are_recents_paused')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return row?.are_recents_paused ?? false;
}

export async function setPaused(db: Db, memberId: string, isPaused: boolean): Promise<void> {
  await db.updateTable('users').set({ are_recents_paused: isPaused }).where('id', '=', memberId).execute();
}

export async function removeRecent(db: Db, memberId: string, promptId: string): Promise<void> {
  await db.deleteFrom('recents').where('user_id', '=', memberId).where('prompt_id', '=', promptId).execute();
}

/** Never over a later use, and never as one to come. */
export async function restoreUse(
  db: Db,
  memberId: string,
  promptId: string,
  lastUsedAt: string,
): Promise<void> {
  await sql`insert into recents (user_id, prompt_id, used_at)
    select id, ${promptId}, least(${lastUsedAt}::timestamptz, clock_timestamp()) from users where id = ${memberId}
    on conflict (user_id, prompt_id) do nothing`.execute(db);
}

export async function removeRecents(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('recents').where('user_id', '=', memberId).execute();
}
