import { type RawBuilder, sql } from 'kysely';
import type { NoticeKind } from '#contract/notice-texts.ts';
import type { Notice, NoticeSubject } from '#contract/notices.ts';
import type { Db } from '#server/core/database/pool.ts';

/** What the page shows at most. */
const MAX_SHOWN = 100;

export interface NewNotice {
  kind: NoticeKind;
  /** The title of what it is about; empty where there is none. Never a prompt's text, which may be locked. */
  subject: string;
  /** A page of ours. */
  path: string;
  /** The reply it tells of. */
  commentId?: string;
}

export interface NoticeRow extends Omit<Notice, 'createdAt' | 'reply'> {
  createdAt: Date;
  commentId: string | null;
}

/** Whoever has left in the meantime is told nothing. */
export async function insertNotice(
  transaction: Db,
  { id, memberId, kind, subject, path, commentId }: NewNotice & { id: string; memberId: string },
): Promise<void> {
  await sql`insert into notices (id, user_id, kind, subject, path, comment_id)
    select ${id}, u.id, ${kind}, ${subject}, ${path}, ${commentId ?? null} from users u where u.id = ${memberId}`.execute(
    transaction,
  );
}

export async function findNotices(db: Db, memberId: string): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select id, kind, subject, path, copied_on::text as "copiedOn", created_at as "createdAt", read_at is not null as "isRead",
      comment_id as "commentId"
    from notices where user_id = ${memberId} order by created_at desc, id desc limit ${sql.lit(MAX_SHOWN)}`.execute(
    db,
  );
  return rows;
}

export async function countUnread(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::integer as unread from notices where user_id = ${memberId} and read_at is null`.execute(
    db,
  );
  return rows[0]?.unread ?? 0;
}

/** Which are about it, by where they lead. What moderators did to a comment says more than its prompt's page. */
const IS_ABOUT: Record<NoticeSubject, (id: string) => RawBuilder<unknown>> = {
  order: (id) => sql`path = ${`/orders?order=${id}`}`,
  ticket: (id) => sql`path = ${`/contact/${id}`}`,
  prompt: (id) =>
    sql`kind in ('comment_answered', 'prompt_changed') and starts_with(path, ${`/prompt/${id}`})`,
};

/** All of them where nothing is named. */
export interface ReadNotices {
  id?: string | undefined;
  about?: { kind: NoticeSubject; id: string } | undefined;
}

export async function setRead(db: Db, memberId: string, { id, about }: ReadNotices): Promise<void> {
  const isOne = id === undefined ? sql`true` : sql`id = ${id}`;
  const isWanted = about === undefined ? isOne : sql`${isOne} and ${IS_ABOUT[about.kind](about.id)}`;
  await sql`update notices set read_at = now()
    where user_id = ${memberId} and read_at is null and ${isWanted}`.execute(db);
}

/** Days that a notice is kept, read or not. */
const RETENTION_DAYS = 180;

export async function deleteOldNotices(db: Db): Promise<void> {
  await sql`delete from notices where created_at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`.execute(
    db,
  );
}

export interface UnreadReplies {
  memberId: string;
  /** Oldest first. */
  replies: { subject: string; path: string }[];
  newestId: string;
}

/**
 * Takes the unread replies of everybody who wants them by mail, once the oldest is older than this: what is read in the
 * meantime needs no mail. Of two nodes at once, each takes what the other does not.
 */
export async function takeUnreadReplies(transaction: Db, afterMinutes: number): Promise<UnreadReplies[]> {
  const { rows } = await sql<UnreadReplies>`
    with waiting as (
      select n.id, n.user_id, n.subject, n.path, n.created_at from notices n
      join mail_choices c on c.user_id = n.user_id and c.replies
      where n.kind = 'comment_answered' and n.read_at is null and n.mailed_at is null
        and exists (select from notices o where o.user_id = n.user_id and o.kind = n.kind and o.read_at is null
          and o.mailed_at is null and o.created_at < now() - make_interval(mins => ${afterMinutes}))
      for update of n skip locked),
    taken as (update notices set mailed_at = now() where id in (select id from waiting))
    select user_id as "memberId", max(id) as "newestId",
      json_agg(json_build_object('subject', subject, 'path', path) order by created_at, id) as replies
    from waiting group by user_id`.execute(transaction);
  return rows;
}
