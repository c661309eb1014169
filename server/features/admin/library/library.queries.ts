import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { findLibraryPrompts, LibraryFilter, LibraryRow, LibrarySort } from '#contract/admin-library.ts';
import type { Db } from '#server/core/database/pool.ts';

type Filters = Omit<z.output<typeof findLibraryPrompts.query>, 'limit' | 'cursor'>;

export interface LibraryPosition {
  key: string;
  id: string;
}

const IS_RECENT = sql`coalesce(v.changed_at, v.created_at) > now() - interval '30 days'`;
const countVotes = (kind: string, when: RawBuilder<unknown>) =>
  sql`(count(*) filter (where v.kind = ${kind} and ${when}))::integer`;
const VOTES = sql`
  select ${countVotes('up', IS_RECENT)} as recent_up, ${countVotes('down', IS_RECENT)} as recent_down,
    ${countVotes('up', sql`not ${IS_RECENT}`)} as earlier_up, ${countVotes('down', sql`not ${IS_RECENT}`)} as earlier_down
  from votes v where v.prompt_id = s.prompt_id`;

/** By how much the share of votes up fell, from 0 to 1; null without votes in both times. */
const FALL = sql`(earlier_up::numeric / nullif(earlier_up + earlier_down, 0)
  - recent_up::numeric / nullif(recent_up + recent_down, 0))`;

/** Of each choice: which rows, and a text that puts them in order, the most urgent first. */
const SHOWS: Readonly<Record<LibraryFilter, { where: RawBuilder<unknown>; key?: RawBuilder<string> }>> = {
  featured: { where: sql`s.is_listed and p.featured` },
  retired: { where: sql`p.retired_at is not null` },
  imported: { where: sql`p.source = 'import'` },
  'falling rating': { where: sql`s.is_listed and ${FALL} > 0`, key: sql`to_char(1 - ${FALL}, 'FM0.000000')` },
  'review due': {
    where: sql`s.is_listed and p.review_due <= (now() at time zone 'UTC')::date + 30`,
    key: sql`to_char(p.review_due, 'YYYY-MM-DD')`,
  },
};

/** Of each sort: a text that puts the rows in order; null for a row without a value. */
const SORTS: Readonly<Record<LibrarySort, RawBuilder<string | null>>> = {
  title: sql`s.title_key`,
  rating: sql`case when s.upvotes + s.downvotes > 0 then to_char(s.rating, 'FM0.00') end`,
  copies: sql`to_char(s.copy_count, 'FM0000000000')`,
  added: sql`to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`,
  'review due': sql`to_char(p.review_due, 'YYYY-MM-DD')`,
};

/** What the rows are ordered by. Whatever the direction, rows without a value come last. */
function keyOf({ show, sort, order }: Filters): RawBuilder<unknown> {
  if (sort === undefined) return (show && SHOWS[show].key) ?? sql`s.title_key`;
  const [valued, missing] = order === 'desc' ? ['1', '0'] : ['0', '1'];
  return sql`coalesce(${sql.lit(valued)} || ${SORTS[sort]}, ${sql.lit(missing)})`;
}

const FROM = sql`from prompt_stats s join prompts p on p.id = s.prompt_id join topics t on t.id = s.topic_id
      join categories c on c.id = s.category_id cross join lateral (${VOTES}) voted`;

/** Prompts that are listed, or that staff retired; those whose file is gone are none of theirs. */
function conditions({ q, show, tier }: Filters): RawBuilder<unknown> {
  const text = q?.trim();
  const pattern = `%${text?.replace(/[\\%_]/g, '\\$&')}%`;
  return sql.join(
    [
      sql`(s.is_listed or p.retired_at is not null)`,
      ...(show ? [SHOWS[show].where] : []),
      ...(text ? [sql`(p.id = ${text} or p.title ilike ${pattern})`] : []),
      ...(tier ? [sql`p.tier = ${tier}`] : []),
    ],
    sql` and `,
  );
}

/** All that meet the filters. */
export async function countPrompts(db: Db, filters: Filters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total ${FROM} where ${conditions(filters)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** One page of them. */
export async function findPrompts(
  db: Db,
  filters: Filters,
  { after, count }: { after: LibraryPosition | undefined; count: number },
): Promise<(LibraryRow & LibraryPosition)[]> {
  const isDescending = filters.sort !== undefined && filters.order === 'desc';
  const [direction, isBehind] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const { rows } = await sql<LibraryRow & LibraryPosition>`
    select * from (
      select p.id, p.title, concat(c.name, ', ', t.name) as place, p.tier, p.featured as "isFeatured",
        p.retired_at is not null as "isRetired", p.source = 'import' as "isImported", s.copy_count as copies,
        case when s.upvotes + s.downvotes > 0 then s.rating::float8 end as rating,
        to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') as "addedOn",
        json_build_object('up', recent_up, 'down', recent_down) as "recentVotes",
        json_build_object('up', earlier_up, 'down', earlier_down) as "earlierVotes",
        to_char(p.review_due, 'YYYY-MM-DD') as "reviewDue", ${keyOf(filters)} collate "C" as key
      ${FROM} where ${conditions(filters)}
    ) found
    where ${after ? sql`(key, id) ${isBehind} (${after.key}, ${after.id})` : sql`true`}
    order by key ${direction}, id ${direction} limit ${count}`.execute(db);
  return rows;
}
