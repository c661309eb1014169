import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import { fromMoment, momentShape, toMoment } from '#server/core/database/moments.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { VisiblePrompt } from '../prompts/prompts.access.ts';

/** A comment with its author, as one member sees it. */
export interface CommentRow {
  id: string;
  promptId: string;
  content: string;
  parentId: string | null;
  createdAt: Date;
  editedAt: Date | null;
  isDeleted: boolean;
  upvotes: number;
  hasUpvoted: boolean;
  /** Null once the account is gone. */
  userId: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  /** Where it stands in the thread. */
  moment: string;
}

const columns = (memberId: string) => sql`
  c.id, c.prompt_id as "promptId", c.content, c.parent_id as "parentId", c.created_at as "createdAt",
  c.edited_at as "editedAt", c.deleted_at is not null as "isDeleted", c.upvotes,
  exists (select from comment_votes v where v.comment_id = c.id and v.user_id = ${memberId}) as "hasUpvoted",
  c.user_id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_url as "profileImageUrl", ${toMoment(sql`c.created_at`)} as moment`;

/** Where a page of comments ended. */
export const commentPlaceShape = z.strictObject({ moment: momentShape, id: z.string().max(40) });

export type CommentPlace = z.infer<typeof commentPlaceShape>;

/** Oldest first; a deleted one only while somebody's reply hangs on it. */
export async function findComments(
  db: Db,
  memberId: string,
  prompt: VisiblePrompt,
  page: { after: CommentPlace | undefined; count: number },
): Promise<CommentRow[]> {
  const { after } = page;
  const behind = after ? sql`and (c.created_at, c.id) > (${fromMoment(after.moment)}, ${after.id})` : sql``;
  const { rows } = await sql<CommentRow>`
    select ${columns(memberId)} from comments c left join users u on u.id = c.user_id
    where c.prompt_id = ${prompt.id} ${behind} and (c.deleted_at is null
      or exists (select from comments r where r.parent_id = c.id and r.deleted_at is null))
    order by c.created_at, c.id limit ${page.count}`.execute(db);
  return rows;
}

export async function findComment(db: Db, memberId: string, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns(memberId)} from comments c left join users u on u.id = c.user_id
    where c.id = ${id}`.execute(db);
  return rows[0];
}

/** Whoever changes a prompt's thread waits here for the others: what is read next cannot change under them. */
export async function lockThread(db: Db, prompt: VisiblePrompt): Promise<void> {
  await sql`select from prompt_stats where prompt_id = ${prompt.id} for no key update`.execute(db);
}

/** The comment that a reply to `parentId` hangs on: itself, or the one it answers. Undefined for a deleted one. */
export async function findThread(
  db: Db,
  prompt: VisiblePrompt,
  parentId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(parent_id, id) as id from comments
    where id = ${parentId} and prompt_id = ${prompt.id} and deleted_at is null`.execute(db);
  return rows[0]?.id;
}

export interface NewComment {
  id: string;
  memberId: string;
  prompt: VisiblePrompt;
  parentId: string | null;
  content: string;
}

/** The member's same words at the same place, posted within the last minute: a double click. */
export async function findRepeated(
  db: Db,
  { memberId, prompt, parentId, content }: NewComment,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from comments
    where user_id = ${memberId} and created_at > clock_timestamp() - make_interval(secs => ${LIMITS.commentRepeatSeconds})
      and prompt_id = ${prompt.id} and parent_id is not distinct from ${parentId}
      and content = ${content} and deleted_at is null
    order by created_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** Under the thread's lock, so that the clock's order is the thread's. */
export async function insertComment(
  db: Db,
  { id, memberId, prompt, parentId, content }: NewComment,
  announcement: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with added as (insert into comments (id, prompt_id, user_id, parent_id, content, created_at)
      values (${id}, ${prompt.id}, ${memberId}, ${parentId}, ${content}, clock_timestamp())),
    counted as (update prompt_stats set comment_count = comment_count + 1 where prompt_id = ${prompt.id} returning 1)
    select ${announcement} as announced from counted`.execute(db);
}
