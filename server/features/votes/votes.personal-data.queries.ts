import { sql } from 'kysely';
import type { Vote } from '#contract/votes.ts';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data. */
export async function exportVotes(db: Db, memberId: string) {
  const { rows } = await sql<{ promptId: string; title: string; vote: Vote; votedAt: Date }>`
    select v.prompt_id as "promptId", p.title, v.kind as vote, coalesce(v.changed_at, v.created_at) as "votedAt"
    from votes v join prompts p on p.id = v.prompt_id
    where v.user_id = ${memberId} order by v.created_at, v.prompt_id`.execute(db);
  return rows;
}

/** All of a member's at once, with the prompts' counters. Two of these may deadlock: run it in a transaction that is retried. */
export async function removeVotes(transaction: Db, memberId: string): Promise<void> {
  await sql`
    with removed as (delete from votes where user_id = ${memberId}
      returning prompt_id, (kind = 'up')::integer as up, (kind = 'down')::integer as down)
    update prompt_stats s set upvotes = s.upvotes - r.up, downvotes = s.downvotes - r.down,
      rating = prompt_rating(s.upvotes - r.up, s.downvotes - r.down)
    from removed r where s.prompt_id = r.prompt_id`.execute(transaction);
}
