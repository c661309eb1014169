import { sql } from 'kysely';
import type { ModerationCase } from '#contract/admin-moderation.ts';
import type { Db } from '#server/core/database/pool.ts';

export interface CasePosition {
  commentId: string;
  firstReportedAt: string;
}

const at = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const nameOf = (table: string) =>
  sql`coalesce(${sql.ref(`${table}.own_name`)}, nullif(concat_ws(' ', ${sql.ref(`${table}.first_name`)},
    ${sql.ref(`${table}.last_name`)}), ''), ${sql.ref(`${table}.email`)})`;

/** Comments with open reports, the longest waiting first; those without, newest first. */
export async function findCases(
  db: Db,
  { isOpen, after, count }: { isOpen: boolean; after: CasePosition | undefined; count: number },
): Promise<ModerationCase[]> {
  const order = isOpen ? sql`asc` : sql`desc`;
  const comparison = isOpen ? sql`>` : sql`<`;
  const position =
    after &&
    sql`having (min(r.created_at), r.comment_id) ${comparison}
    (${after.firstReportedAt}::timestamptz, ${after.commentId})`;
  const { rows } = await sql<ModerationCase>`
    with reported as (
      select r.comment_id, min(r.created_at) as first_at, max(r.resolution) as resolution
      from comment_reports r where r.comment_id in (
        select comment_id from comment_reports group by comment_id having bool_or(resolved_at is null) = ${isOpen})
      group by r.comment_id ${position ?? sql``}
      order by min(r.created_at) ${order}, r.comment_id ${order} limit ${count})
    select c.id as "commentId", coalesce(c.hidden_content, c.content) as content, ${at('c.created_at')} as "postedAt",
      case when c.hidden_content is not null then 'hidden' when c.deleted_at is not null then 'deleted'
        else 'shown' end as state,
      json_build_object('id', p.id, 'title', p.title) as prompt,
      case when a.id is not null then json_build_object('content', a.content) end as parent,
      case when u.id is not null then json_build_object('id', u.id, 'name', ${nameOf('u')},
        'memberSince', ${at('u.created_at')}, 'isSuspended', u.suspended_at is not null,
        'reported', o.reported, 'removed', o.removed) end as author,
      x.reports, ${at('g.first_at')} as "firstReportedAt",
      case when ${isOpen} then null else g.resolution end as resolution
    from reported g join comments c on c.id = g.comment_id join prompts p on p.id = c.prompt_id
    left join comments a on a.id = c.parent_id
    left join users u on u.id = c.user_id
    cross join lateral (
      select count(distinct q.comment_id)::integer as reported,
        (count(distinct q.comment_id) filter (where q.resolution <> 'kept'))::integer as removed
      from comments k join comment_reports q on q.comment_id = k.id where k.user_id = u.id and k.id <> c.id) o
    cross join lateral (
      select json_agg(json_build_object('by', json_build_object('id', b.id, 'name', ${nameOf('b')}),
        'reason', q.reason, 'details', q.details, 'at', ${at('q.created_at')}) order by q.created_at) as reports
      from comment_reports q join users b on b.id = q.user_id where q.comment_id = c.id) x
    order by g.first_at ${order}, c.id ${order}`.execute(db);
  return rows;
}

export async function countOpenCases(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct comment_id)::integer as count from comment_reports where resolved_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
