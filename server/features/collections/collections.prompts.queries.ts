import { sql } from 'kysely';
import { COLLECTION_LIMITS } from '#contract/collections.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import type { ListedPrompt } from '../prompts/prompts.public.ts';

export interface ItemRow {
  id: string;
  note: string | null;
  position: number;
}

/** The listed prompts of a collection in their order, all of them or `count` behind a position. */
export async function findItems(
  db: Db,
  collectionId: string,
  page: { after?: Pick<ItemRow, 'id' | 'position'> | undefined; count?: number } = {},
): Promise<ItemRow[]> {
  const { after, count = COLLECTION_LIMITS.prompts } = page;
  const { rows } = await sql<ItemRow>`
    select i.prompt_id as id, i.note, i.position from collection_prompts i
    join prompt_stats s on s.prompt_id = i.prompt_id
    where i.collection_id = ${collectionId} and s.is_listed
    ${after ? sql`and (i.position, i.prompt_id) > (${after.position}, ${after.id})` : sql``}
    order by i.position, i.prompt_id limit ${count}`.execute(db);
  return rows;
}

/**
 * Where a page of a collection begins: behind one of its prompts, wherever that is now.
 * @throws HttpProblem 409 when it is no longer there
 */
export async function requirePosition(
  db: Db,
  collectionId: string,
  promptId: string,
): Promise<Pick<ItemRow, 'id' | 'position'>> {
  const { rows } = await sql<{ position: number }>`select position from collection_prompts
    where collection_id = ${collectionId} and prompt_id = ${promptId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw changedElsewhere();
  return { id: promptId, position: row.position };
}

const changedElsewhere = () =>
  new HttpProblem(409, 'This collection was changed somewhere else. Here is how it is now.');

/** Of a collection `c` of a user `u`, with the member's `team_access a` to its team: what staff hid, others do not see. */
export const isSeenBy = (memberId: string) =>
  sql`(c.user_id = ${memberId} or (a.role is not null and c.hidden_at is null and u.suspended_at is null))`;

/**
 * `count` of the prompts in a member's and their teams' collections that are not among their favorites, by id: behind
 * `after`, so that a list of any length is read in pages.
 */
export async function findCollectedNotFavorite(
  db: Db,
  memberId: string,
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.prompt_id as id from collection_prompts i
    join collections c on c.id = i.collection_id
    join users u on u.id = c.user_id
    join prompt_stats s on s.prompt_id = i.prompt_id
    left join team_access a on a.team_id = c.team_id and a.user_id = ${memberId}
    where i.prompt_id > ${after} and s.is_listed and ${isSeenBy(memberId)}
      and not exists (select from favorites f where f.user_id = ${memberId} and f.prompt_id = i.prompt_id)
    order by i.prompt_id limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Adds a prompt at the end, if it is not there. Run it with the collection locked.
 * @throws HttpProblem 409 when the collection is full
 */
export async function insertItem(transaction: Db, collectionId: string, prompt: ListedPrompt): Promise<void> {
  const { rows } = await sql<{ count: number; isThere: boolean }>`
    select count(*)::integer as count, coalesce(bool_or(prompt_id = ${prompt.id}), false) as "isThere"
    from collection_prompts where collection_id = ${collectionId}`.execute(transaction);
  const [{ count, isThere } = { count: 0, isThere: false }] = rows;
  if (isThere) return;
  if (count >= COLLECTION_LIMITS.prompts) {
    const most = COLLECTION_LIMITS.prompts.toLocaleString('en-US');
    throw new HttpProblem(409, `This collection is full: it holds ${most} prompts.`);
  }
  await sql`insert into collection_prompts (collection_id, prompt_id, position)
    select ${collectionId}, ${prompt.id}, coalesce(max(position), 0) + 1
    from collection_prompts where collection_id = ${collectionId}`.execute(transaction);
}

export async function removeItem(transaction: Db, collectionId: string, promptId: string): Promise<void> {
  await sql`delete from collection_prompts
    where collection_id = ${collectionId} and prompt_id = ${promptId}`.execute(transaction);
}

/** @throws HttpProblem 404 when the prompt is not in the collection */
export async function updateNote(
  transaction: Db,
  { collectionId, promptId }: { collectionId: string; promptId: string },
  note: string | null,
): Promise<void> {
  const { numAffectedRows } = await sql`update collection_prompts set note = ${note}
    where collection_id = ${collectionId} and prompt_id = ${promptId}`.execute(transaction);
  if (numAffectedRows !== 1n) throw notFound('Prompt');
}

/**
 * Moves a prompt behind another one, behind all of them for `last`, to the beginning for null. Run it with the collection locked: positions are
 * written anew.
 * @returns the listed prompts in their new order
 * @throws HttpProblem 409 when either is no longer there
 */
export async function moveItem(
  transaction: Db,
  { collectionId, promptId }: { collectionId: string; promptId: string },
  after: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select prompt_id as id from collection_prompts
    where collection_id = ${collectionId} order by position, prompt_id`.execute(transaction);
  const others = rows.map(({ id }) => id).filter((id) => id !== promptId);
  const index = after === null ? 0 : after === 'last' ? others.length : others.indexOf(after) + 1;
  if (others.length === rows.length || (after !== null && after !== 'last' && index === 0)) {
    throw changedElsewhere();
  }
  const order = others.toSpliced(index, 0, promptId);
  await sql`update collection_prompts i set position = o.position
    from unnest(${order}::text[]) with ordinality as o (prompt_id, position)
    where i.collection_id = ${collectionId} and i.prompt_id = o.prompt_id`.execute(transaction);
  return (await findItems(transaction, collectionId)).map(({ id }) => id);
}

export async function copyItems(transaction: Db, from: string, to: string): Promise<void> {
  await sql`insert into collection_prompts (collection_id, prompt_id, position, note)
    select ${to}, prompt_id, position, note from collection_prompts where collection_id = ${from}`.execute(
    transaction,
  );
}
