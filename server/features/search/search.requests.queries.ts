import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** Remembers that a member asks for a prompt about a text in its plainest form. @returns how many members asked for it */
export async function addRequest(db: Db, memberId: string, text: string): Promise<number> {
  await db
    .insertInto('prompt_requests')
    .values({ text, user_id: memberId })
    .onConflict((conflict) => conflict.columns(['text', 'user_id']).doUpdateSet({ done_at: null }))
    .execute();
  const { rows } = await sql<{ requests: number }>`
    select count(*)::integer as requests from prompt_requests where text = ${text}`.execute(db);
  return rows[0]?.requests ?? 0;
}

export interface PromptRequest {
  text: string;
  requests: number;
  lastAskedAt: Date;
}

/** What members asked for and staff have not dealt with, or have: the most wanted first. */
export async function findRequests(db: Db, count: number, isDone = false): Promise<PromptRequest[]> {
  const { rows } = await sql<PromptRequest>`
    select text, count(*)::integer as requests, max(created_at) as "lastAskedAt" from prompt_requests
    group by text having bool_and(done_at is not null) = ${isDone} order by requests desc, "lastAskedAt" desc limit ${count}`.execute(
    db,
  );
  return rows;
}

/** @returns how many members it changes something for: none, when it was so already */
export async function markRequest(db: Db, text: string, isDone: boolean): Promise<number> {
  const { numAffectedRows } = await sql`
    update prompt_requests set done_at = ${isDone ? sql`now()` : sql`null`}
    where text = ${text} and (done_at is not null) <> ${isDone}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
