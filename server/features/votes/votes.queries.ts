import { sql } from 'kysely';
import type { Vote } from '#contract/votes.ts';
import { runCounted } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { VisiblePrompt } from '../prompts/prompts.public.ts';

export interface VoteCounts {
  upvotes: number;
  downvotes: number;
  rating: string;
}

const COUNTERS = sql`s.upvotes, s.downvotes, s.rating`;

/** By the `up` and `down` of the event; the rating follows from what they make of the counters. */
const CHANGES = sql`upvotes = s.upvotes + e.up, downvotes = s.downvotes + e.down,
  rating = prompt_rating(s.upvotes + e.up, s.downvotes + e.down)`;

/** Adds the member's vote, or changes their earlier one. */
export async function setVote(
  db: Db,
  memberId: string,
  prompt: VisiblePrompt,
  kind: Vote,
): Promise<VoteCounts> {
  const other = kind === 'up' ? 'down' : 'up';
  return await runCounted(db, {
    promptId: prompt.id,
    event: sql`given as (insert into votes (user_id, prompt_id, kind) values (${memberId}, ${prompt.id}, ${kind})
        on conflict (user_id, prompt_id) do update set kind = excluded.kind, changed_at = now()
        where votes.kind <> excluded.kind
        returning case when changed_at is null then 0 else -1 end as other),
      event as (select 1 as ${sql.ref(kind)}, other as ${sql.ref(other)} from given)`,
    changes: CHANGES,
    counters: COUNTERS,
  });
}

export async function removeVote(db: Db, memberId: string, prompt: VisiblePrompt): Promise<VoteCounts> {
  return await runCounted(db, {
    promptId: prompt.id,
    event: sql`event as (delete from votes where user_id = ${memberId} and prompt_id = ${prompt.id}
      returning -(kind = 'up')::integer as up, -(kind = 'down')::integer as down)`,
    changes: CHANGES,
    counters: COUNTERS,
  });
}
