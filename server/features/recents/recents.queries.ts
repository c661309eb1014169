import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { VisiblePrompt } from '../prompts/prompts.access.ts';

/** The statement that puts a prompt first among a member's recents, unless they paused them. */
export function rememberUse(memberId: string, prompt: VisiblePrompt): RawBuilder<unknown> {
  return sql`insert into recents (user_id, prompt_id, used_at)
    select id, ${prompt.id}, clock_timestamp() from users where id = ${memberId} and not are_recents_paused
    on conflict (user_id, prompt_id) do update set used_at = excluded.used_at`;
}

/**
 * For openings, which are frequent: what a power cut takes away again is not worth waiting for the disk.
 * @returns when it was; undefined while the member has paused
 */
export async function addUse(db: Db, memberId: string, prompt: VisiblePrompt): Promise<Date | undefined> {
  const { rows } = await sql<{ usedAt: Date }>`
    with used as (${rememberUse(memberId, prompt)} returning used_at)
    select used_at as "usedAt", set_config('synchronous_commit', 'off', true) from used`.execute(db);
  return rows[0]?.usedAt;
}

export interface RecentRow {
  id: string;
  usedAt: Date;
}

/** Listed prompts, last use first. */
export async function findRecents(db: Db, memberId: string): Promise<RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    select r.prompt_id as id, r.used_at as "usedAt"
    from recents r join prompt_stats s on s.prompt_id = r.prompt_id
    where r.user_id = ${memberId} and s.is_listed
    order by r.used_at desc, r.prompt_id desc limit ${LIMITS.recents}`.execute(db);
  return rows;
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

export async function removeRecents(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('recents').where('user_id', '=', memberId).execute();
}
