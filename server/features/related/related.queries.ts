import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/core/database/pool.ts';
import type { ListedPrompt } from '../prompts/prompts.public.ts';
import type { ComparedPrompt } from './related.ranking.ts';

/** The client that holds the transaction in which the library changes. */
export type Client = Pick<pg.ClientBase, 'query'>;

/** Of a summary; an imported one has no limit. */
const COMPARED_CHARACTERS = 600;

/** The closest first. */
export async function findRelatedIds(db: Db, prompt: ListedPrompt): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select related_id as id from related_prompts where prompt_id = ${prompt.id} order by position`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** For a retired prompt: the most copied listed ones of its topic, then of its category. */
export async function findRelatedToRetired(db: Db, id: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.prompt_id as id from prompt_stats own
    join prompt_stats s on s.category_id = own.category_id and s.is_listed
    where own.prompt_id = ${id} and not own.is_listed
    order by (s.topic_id = own.topic_id) desc, s.copy_count desc, s.prompt_id limit ${count}`.execute(db);
  return rows.map((row) => row.id);
}

/** Whether they were never computed, or no prompt has any. */
export async function isRelatedMissing(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from related_prompts limit 1');
  return rowCount === 0;
}

export async function findCategoriesOfPrompts(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select c.id from categories c where exists (select from prompt_stats s where s.category_id = c.id and s.is_listed) order by c.id',
  );
  return rows.map(({ id }) => id);
}

/** The listed prompts of a category, in no order. */
export async function findComparedPrompts(client: Client, categoryId: string): Promise<ComparedPrompt[]> {
  const { rows } = await client.query<ComparedPrompt>(
    `select p.id, s.topic_id as "topicId", p.title, left(p.summary, ${COMPARED_CHARACTERS}) as summary
     from prompt_stats s join prompts p on p.id = s.prompt_id
     where s.category_id = $1 and s.is_listed`,
    [categoryId],
  );
  return rows;
}

/**
 * Makes these the related prompts of these prompts, and writes no row that is unchanged.
 * @returns the ids of prompts for which that changed anything
 */
export async function writeRelated(
  client: Client,
  related: ReadonlyMap<string, readonly string[]>,
): Promise<string[]> {
  const counts = [...related].map(([id, others]) => ({ id, count: others.length }));
  const removed = await client.query<{ id: string }>(
    `delete from related_prompts r using unnest($1::text[], $2::int[]) as kept (id, count)
     where r.prompt_id = kept.id and r.position >= kept.count returning r.prompt_id as id`,
    [counts.map(({ id }) => id), counts.map(({ count }) => count)],
  );
  const rows = [...related].flatMap(([id, others]) =>
    others.map((other, position) => ({ id, other, position })),
  );
  const written = await client.query<{ id: string }>(
    // Filtered first: "on conflict" alone would lock, and so write, every existing row.
    `insert into related_prompts (prompt_id, related_id, position)
     select id, other, given_position from unnest($1::text[], $2::text[], $3::smallint[]) as given (id, other, given_position)
     where not exists (
       select from related_prompts r where r.prompt_id = id and r.position = given_position and r.related_id = other)
     on conflict (prompt_id, position) do update set related_id = excluded.related_id returning prompt_id as id`,
    [rows.map(({ id }) => id), rows.map(({ other }) => other), rows.map(({ position }) => position)],
  );
  return [...removed.rows, ...written.rows].map(({ id }) => id);
}

/** @returns the ids of unlisted prompts that had any */
export async function removeRelatedOfUnlisted(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `delete from related_prompts r using prompt_stats s
     where s.prompt_id = r.prompt_id and not s.is_listed returning r.prompt_id as id`,
  );
  return rows.map(({ id }) => id);
}
