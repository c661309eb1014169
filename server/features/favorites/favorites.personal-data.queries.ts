import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data. */
export async function exportFavorites(db: Db, memberId: string) {
  const { rows } = await sql<{ promptId: string; title: string; addedAt: Date }>`
    select f.prompt_id as "promptId", p.title, f.created_at as "addedAt"
    from favorites f join prompts p on p.id = f.prompt_id
    where f.user_id = ${memberId} order by f.created_at, f.prompt_id`.execute(db);
  return rows;
}

/** All of a member's at once, with the prompts' counters. Two of these may deadlock: run it in a transaction that is retried. */
export async function removeFavorites(transaction: Db, memberId: string): Promise<void> {
  await sql`
    with removed as (delete from favorites where user_id = ${memberId} returning prompt_id)
    update prompt_stats s set favorite_count = s.favorite_count - 1
    from removed r where s.prompt_id = r.prompt_id`.execute(transaction);
}
