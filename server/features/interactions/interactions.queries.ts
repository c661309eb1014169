import { sql } from 'kysely';
import type { Vote } from '#contract/votes.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { ListedPrompt } from '../prompts/prompts.public.ts';

export interface InteractionRow {
  promptId: string;
  isFavorited: boolean;
  vote: Vote | null;
}

export async function findInteraction(
  db: Db,
  memberId: string,
  prompt: ListedPrompt,
): Promise<InteractionRow> {
  const { rows } = await sql<InteractionRow>`
    select ${prompt.id} as "promptId",
      exists (select from favorites where user_id = ${memberId} and prompt_id = ${prompt.id}) as "isFavorited",
      (select kind from votes where user_id = ${memberId} and prompt_id = ${prompt.id}) as vote`.execute(db);
  return rows[0] ?? { promptId: prompt.id, isFavorited: false, vote: null };
}

/** With listed prompts only, so that they agree with the list of favorites. */
export async function findInteractions(db: Db, memberId: string): Promise<InteractionRow[]> {
  const { rows } = await sql<InteractionRow>`
    select s.prompt_id as "promptId", f.prompt_id is not null as "isFavorited", v.kind as vote
    from (select prompt_id from favorites where user_id = ${memberId}) f
    full join (select prompt_id, kind from votes where user_id = ${memberId}) v on v.prompt_id = f.prompt_id
    cross join lateral (select prompt_id from prompt_stats
      where prompt_id = coalesce(f.prompt_id, v.prompt_id) and is_listed offset 0) s`.execute(db);
  return rows;
}
