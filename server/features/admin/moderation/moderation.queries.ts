import { sql } from 'kysely';
import type { ModerationCase, ReportedAuthor } from '#contract/admin-moderation.ts';
import type { Db } from '#server/core/database/pool.ts';

export interface CasePosition {
  commentId: string;
  firstReportedAt: string;
}

const isoColumn = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const nameOf = (table: string) =>
  sql`coalesce(${sql.ref(`${table}.own_name`)}, nullif(concat_ws(' ', ${sql.ref(`${table}.first_name`)},
    ${sql.ref(`${table}.last_name`)}), ''), ${sql.ref(`${table}.email`)})`;

type AuthorRecord = Pick<ReportedAuthor, 'reported' | 'removed'>;

interface FoundCase extends Omit<ModerationCase, 'author'> {
  author: Omit<ReportedAuthor, keyof AuthorRecord> | null;
}

/** Comments with open reports, the longest waiting first; those without, newest first. */
export async function findCases(
  db: Db,
  { isOpen, after, count }: { isOpen: boolean; after: CasePosition | undefined; count: number },
): Promise<FoundCase[]> {
  const order = isOpen ? sql`asc` : sql`desc`;
  const comparison = isOpen ? sql`>` : sql`<`;
  const position =
    after &&
    sql`having (min(r.created_at), r.comment_id) ${comparison}
    (${after.firstReportedAt}::timestamptz, ${after.commentId})`;
  const { rows } = await sql<FoundCase>`
    with reported as (
      select r.comment_id, min(r.created_at) as first_at, max(r.resolution) as resolution,
        max(r.resolved_at) as resolved_at
      from comment_reports r where r.comment_id in (
        select comment_id from comment_reports group by comment_id having bool_or(resolved_at is null) = ${isOpen})
      group by r.comment_id ${position ?? sql``}
      order by min(r.created_at) ${order}, r.comment_id ${order} limit ${count})
    select c.id as "commentId", coalesce(c.hidden_content, c.content) as content, ${isoColumn('c.created_at')} as "postedAt",
      case when c.hidden_content is not null then 'hidden' when c.deleted_at is not null then 'deleted'
        else 'shown' end as state,
      json_build_object('id', p.id, 'title', p.title) as prompt,
      case when a.id is not null then json_build_object('content', a.content) end as parent,
      case when u.id is not null then json_build_object('id', u.id, 'name', ${nameOf('u')},
        'memberSince', ${isoColumn('u.created_at')}, 'isSuspended', u.suspended_at is not null) end as author,
      x.reports, ${isoColumn('g.first_at')} as "firstReportedAt",
      case when ${isOpen} then null else g.resolution end as resolution,
      case when ${isOpen} then null else ${isoColumn('g.resolved_at')} end as "resolvedAt"
    from reported g join comments c on c.id = g.comment_id join prompts p on p.id = c.prompt_id
    left join comments a on a.id = c.parent_id
    left join users u on u.id = c.user_id
    cross join lateral (
      select json_agg(json_build_object('by', json_build_object('id', b.id, 'name', ${nameOf('b')}),
        'reason', q.reason, 'details', q.details, 'at', ${isoColumn('q.created_at')}) order by q.created_at) as reports
      from comment_reports q join users b on b.id = q.user_id where q.comment_id = c.id) x
    order by g.first_at ${order}, c.id ${order}`.execute(db);
  return rows;
}

/** What was ever reported of each author, and removed; only those are there of whom something was. */
export async function findRecords(db: Db, authorIds: readonly string[]): Promise<Map<string, AuthorRecord>> {
  const { rows } = await sql<AuthorRecord & { id: string }>`
    select author as id, count(*)::integer as reported, (count(*) filter (where is_removed))::integer as removed
    from (
      select c.user_id as author, bool_or(r.resolution <> 'kept') as is_removed
      from comments c join comment_reports r on r.comment_id = c.id
      where c.user_id = any(${authorIds}) group by c.id
      union all
      select c.user_id, bool_or(r.resolution <> 'kept')
      from collections c join collection_reports r on r.collection_id = c.id
      where c.user_id = any(${authorIds}) group by c.id
      union all
      -- Of a deleted collection only the audit log is left.
      select before ->> 'owner', true from audit_log
      where act = 'delete collection' and before ->> 'owner' = any(${authorIds})
    ) reported group by author`.execute(db);
  return new Map(rows.map(({ id, ...record }) => [id, record]));
}

/** Comments and collections that wait for a decision. */
export async function countOpenCases(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(distinct comment_id)::integer from comment_reports where resolved_at is null)
      + (select count(distinct collection_id)::integer from collection_reports where resolved_at is null) as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
