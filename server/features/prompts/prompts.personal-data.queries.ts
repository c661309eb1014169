import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data. */
export async function exportCopies(db: Db, memberId: string) {
  const { rows } = await sql<{ promptId: string; title: string; day: string; version: number | null }>`
    select c.prompt_id as "promptId", p.title, c.day::text, c.version
    from copies c join prompts p on p.id = c.prompt_id
    where c.user_id = ${memberId} order by c.day, c.prompt_id`.execute(db);
  return rows;
}

/** Prompts opened to the member, by an order or by staff; for the archive too. */
export async function exportPromptGrants(db: Db, memberId: string) {
  const { rows } = await sql<{ promptId: string; title: string; orderId: string | null }>`
    select g.prompt_id as "promptId", p.title, g.order_id as "orderId"
    from prompt_grants g join prompts p on p.id = g.prompt_id
    where g.user_id = ${memberId} order by g.prompt_id`.execute(db);
  return rows;
}

/** All of a member's at once, with the prompts' counters. Two of these may deadlock: run it in a transaction that is retried. */
export async function removeCopies(transaction: Db, memberId: string): Promise<void> {
  await sql`
    with removed as (delete from copies where user_id = ${memberId} returning prompt_id),
    counted as (select prompt_id, count(*)::integer as count from removed group by prompt_id)
    update prompt_stats s set copy_count = s.copy_count - c.count
    from counted c where s.prompt_id = c.prompt_id`.execute(transaction);
}
