import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { LIMITS, SERVER_LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';
import { fromMicroseconds, microsecondsSchema, toMicroseconds } from '#server/core/database/timestamps.ts';
import type { VisiblePrompt } from '../prompts/prompts.public.ts';

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
}

/** A comment with its position among the prompt's: thread by thread, its first comment, then the replies. */
export type ListedComment = CommentRow & CommentPosition;

const columns = (memberId: string, content = sql`c.content`) => sql`
  c.id, c.prompt_id as "promptId", ${content} as content, c.parent_id as "parentId", c.created_at as "createdAt",
  c.edited_at as "editedAt", c.deleted_at is not null as "isDeleted", c.upvotes,
  exists (select from comment_votes v where v.comment_id = c.id and v.user_id = ${memberId}) as "hasUpvoted",
  c.user_id as "userId", u.email, coalesce(u.own_name, u.first_name) as "firstName",
  case when u.own_name is null then u.last_name end as "lastName",
  u.profile_image_url as "profileImageUrl"`;

const commentId = z.string().max(40);

/** Times in microseconds. A thread has the id and the time of its first comment. */
export const commentPositionSchema = z.object({
  threadAt: microsecondsSchema,
  threadId: commentId,
  postedAt: microsecondsSchema,
  id: commentId,
});

type CommentPosition = z.infer<typeof commentPositionSchema>;

/**
 * Thread by thread, oldest first, and in each its replies, oldest first; a deleted one only while it has replies. Reads
 * little more than it answers: the threads from where the page before ended, and of each no more replies than asked for.
 */
export async function findComments(
  db: Db,
  memberId: string,
  prompt: VisiblePrompt,
  page: { after: CommentPosition | undefined; count: number },
): Promise<ListedComment[]> {
  const { after, count } = page;
  const replies = (thread: RawBuilder<unknown>, isAfter = sql``) => sql`
    select r.id, r.created_at, true as is_reply from comments r
    where r.parent_id = ${thread} and r.deleted_at is null ${isAfter}
    order by r.created_at, r.id limit ${count}`;
  const isLaterThread = after
    ? sql`and (t.created_at, t.id) > (${fromMicroseconds(after.threadAt)}, ${after.threadId})`
    : sql``;
  // The first comment stands before all its replies, so that behind it comes every reply.
  const isLaterReply =
    after && after.id !== after.threadId
      ? sql`and (r.created_at, r.id) > (${fromMicroseconds(after.postedAt)}, ${after.id})`
      : sql``;
  const restOfThread = after
    ? sql`select ${fromMicroseconds(after.threadAt)} as thread_at, ${after.threadId} as thread_id, rest.*
        from (${replies(sql`${after.threadId}`, isLaterReply)}) rest union all`
    : sql``;
  const { rows } = await sql<ListedComment>`
    with threads as (
      select t.id, t.created_at from comments t
      where t.prompt_id = ${prompt.id} and t.parent_id is null ${isLaterThread} and (t.deleted_at is null
        or exists (select from comments r where r.parent_id = t.id and r.deleted_at is null))
      order by t.created_at, t.id limit ${SERVER_LIMITS.commentPageThreads + 1}),
    listed as (
      ${restOfThread}
      select t.created_at as thread_at, t.id as thread_id, one.* from threads t cross join lateral (
        select t.id, t.created_at, false as is_reply union all (${replies(sql`t.id`)})) one
      order by thread_at, thread_id, is_reply, created_at, id limit ${count})
    select ${columns(memberId)}, ${toMicroseconds(sql`l.thread_at`)} as "threadAt", l.thread_id as "threadId",
      ${toMicroseconds(sql`l.created_at`)} as "postedAt"
    from listed l join comments c on c.id = l.id left join users u on u.id = c.user_id
    order by l.thread_at, l.thread_id, l.is_reply, l.created_at, l.id`.execute(db);
  return rows;
}

export async function findComment(db: Db, memberId: string, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns(memberId)} from comments c left join users u on u.id = c.user_id
    where c.id = ${id}`.execute(db);
  return rows[0];
}

/** Of each no more than its beginning. */
export async function findCommentBeginnings(
  db: Db,
  memberId: string,
  ids: readonly string[],
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns(memberId, sql`left(c.content, ${sql.lit(LIMITS.commentPreviewCharacters)})`)}
    from comments c left join users u on u.id = c.user_id where c.id = any(${ids})`.execute(db);
  return rows;
}

/** Serializes changes of a prompt's thread: what is read after it cannot change until the transaction ends. */
export async function lockThread(db: Db, prompt: VisiblePrompt): Promise<void> {
  await sql`select from prompt_stats where prompt_id = ${prompt.id} for no key update`.execute(db);
}

/** The top-level comment of `parentId`: itself, or its parent. Undefined for a deleted one. */
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

/** Whom a reply is for, unless they wrote it themselves or are gone; with the title of what it is about. */
export async function findAnsweredAuthor(
  db: Db,
  { parentId, memberId }: { parentId: string; memberId: string },
): Promise<{ memberId: string; title: string } | undefined> {
  const { rows } = await sql<{ memberId: string; title: string }>`
    select c.user_id as "memberId", p.title from comments c join prompts p on p.id = c.prompt_id
    where c.id = ${parentId} and c.user_id <> ${memberId}`.execute(db);
  return rows[0];
}

export interface NewComment {
  id: string;
  memberId: string;
  prompt: VisiblePrompt;
  parentId: string | null;
  content: string;
}

/** The same text by the same member in the same thread, posted within the last minute: a double click. */
export async function findRepeated(
  db: Db,
  { memberId, prompt, parentId, content }: NewComment,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from comments
    where user_id = ${memberId} and created_at > clock_timestamp() - make_interval(secs => ${SERVER_LIMITS.commentRepeatSeconds})
      and prompt_id = ${prompt.id} and parent_id is not distinct from ${parentId}
      and content = ${content} and deleted_at is null
    order by created_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** Call it under the thread's lock, so that timestamps are in the order of the thread. */
export async function insertComment(
  db: Db,
  { id, memberId, prompt, parentId, content }: NewComment,
): Promise<void> {
  await sql`
    with added as (insert into comments (id, prompt_id, user_id, parent_id, content, created_at)
      values (${id}, ${prompt.id}, ${memberId}, ${parentId}, ${content}, clock_timestamp()))
    update prompt_stats set comment_count = comment_count + 1 where prompt_id = ${prompt.id}`.execute(db);
}

/**
 * Seconds until a new member may post again; 0 when they may now, or are not new. It locks the member, so that comments
 * posted at the same time count one after another.
 */
export async function findNewMemberWait(db: Db, memberId: string): Promise<number> {
  const isNew = await sql`select from users where id = ${memberId}
    and created_at > now() - make_interval(hours => ${sql.lit(SERVER_LIMITS.newMemberHours)}) for no key update`.execute(
    db,
  );
  if (isNew.rows.length === 0) return 0;
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - clock_timestamp()))::integer as wait
    from comments where user_id = ${memberId} and created_at > clock_timestamp() - interval '1 hour'
    order by created_at desc offset ${sql.lit(LIMITS.newMemberComments - 1)} limit 1`.execute(db);
  return rows[0]?.wait ?? 0;
}
