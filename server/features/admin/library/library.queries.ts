import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { findLibraryPrompts, LibraryFilter, LibraryRow } from '#contract/admin-library.ts';
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

/** Prompts that are listed, or that staff retired; those whose file is gone are none of theirs. */
export async function findPrompts(
  db: Db,
  { q, show, tier }: Filters,
  { after, count }: { after: LibraryPosition | undefined; count: number },
): Promise<(LibraryRow & LibraryPosition)[]> {
  const { where, key = sql`s.title_key` } = show ? SHOWS[show] : { where: sql`true` };
  const text = q?.trim();
  const pattern = `%${text?.replace(/[\\%_]/g, '\\$&')}%`;
  const conditions = [
    sql`(s.is_listed or p.retired_at is not null)`,
    where,
    ...(text ? [sql`(p.id = ${text} or p.title ilike ${pattern})`] : []),
    ...(tier ? [sql`p.tier = ${tier}`] : []),
  ];
  const { rows } = await sql<LibraryRow & LibraryPosition>`
    select * from (
      select p.id, p.title, concat(c.name, ', ', t.name) as place, p.tier, p.featured as "isFeatured",
        p.retired_at is not null as "isRetired", p.source = 'import' as "isImported", s.copy_count as copies,
        json_build_object('up', recent_up, 'down', recent_down) as "recentVotes",
        json_build_object('up', earlier_up, 'down', earlier_down) as "earlierVotes",
        to_char(p.review_due, 'YYYY-MM-DD') as "reviewDue", ${key} collate "C" as key
      from prompt_stats s join prompts p on p.id = s.prompt_id join topics t on t.id = s.topic_id
      join categories c on c.id = s.category_id cross join lateral (${VOTES}) voted
      where ${sql.join(conditions, sql` and `)}
    ) found
    where ${after ? sql`(key, id) > (${after.key}, ${after.id})` : sql`true`}
    order by key, id limit ${count}`.execute(db);
  return rows;
}
