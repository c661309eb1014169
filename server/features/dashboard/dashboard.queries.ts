import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';
import { SORTS, TIE_BREAKERS } from '../catalog/catalog.public.ts';
import { favoritesOf } from '../favorites/favorites.public.ts';
import { recentsOf } from '../recents/recents.public.ts';

/** Prompts of a section: two rows of three tiles for what is popular, one for the others. */
const TILES = 3;
const POPULAR_TILES = 6;
const USED_CATEGORIES = 3;

const isThisWeek = sql`s.newest_key < -(extract(epoch from now() - interval '7 days') * 1000000)::bigint`;

/** Above the new ones stands what was used last: no prompt is shown twice. */
const IS_NOT_CONTINUED = sql`not exists (select from continued where continued.prompt_id = s.prompt_id)`;

export interface DashboardRow {
  recent: string[];
  hasCopied: boolean;
  newest: string[];
  newThisWeek: number;
  popular: string[];
  isPopularMine: boolean;
  featured: string | null;
}

/**
 * The ids of all sections, in one statement. New and popular ones are read from the index of each category; the new ones
 * are this week's first, then of different categories, without the recent ones. The featured one is within the member's
 * tier where there is one.
 */
export async function findDashboard(db: Db, memberId: string, rank: number): Promise<DashboardRow> {
  const { rows } = await sql<DashboardRow>`
    with recent as materialized (select s.prompt_id, s.category_id, r.used_at from ${recentsOf(memberId)}),
    kept as materialized (select s.prompt_id, s.category_id from ${favoritesOf(memberId)}),
    continued as materialized (
      select prompt_id, used_at from recent order by used_at desc, prompt_id desc limit ${sql.lit(TILES)}
    ),
    known as (select prompt_id from recent union select prompt_id from kept),
    used as materialized (
      select category_id from (select category_id from recent union all select category_id from kept) uses
      group by category_id order by count(*) desc, category_id limit ${sql.lit(USED_CATEGORIES)}
    ),
    chosen as (
      select category_id from used
      union all select id from categories where not exists (select from used)
    ),
    popular as (
      select one.prompt_id, one.place, one.copy_count from chosen cross join lateral (
        select s.prompt_id, s.copy_count, row_number() over (order by ${SORTS.popular.key}, ${TIE_BREAKERS}) as place from (
          select s.* from prompt_stats s
          where s.category_id = chosen.category_id and s.is_listed
            and not exists (select from known where known.prompt_id = s.prompt_id)
          order by ${SORTS.popular.key}, ${TIE_BREAKERS} limit ${sql.lit(POPULAR_TILES)}
        ) s
      ) one
      order by one.place, one.copy_count desc, one.prompt_id limit ${sql.lit(POPULAR_TILES)}
    ),
    newest as (
      select s.prompt_id, row_number() over (order by ${isThisWeek} desc, s.turn, ${SORTS.newest.key}, ${TIE_BREAKERS}) as place
      from categories c cross join lateral (
        select s.*, row_number() over (order by ${SORTS.newest.key}, ${TIE_BREAKERS}) as turn from (
          select * from prompt_stats s where s.category_id = c.id and s.is_listed and ${IS_NOT_CONTINUED}
          order by ${SORTS.newest.key}, ${TIE_BREAKERS} limit ${sql.lit(TILES)}
        ) s
      ) s
      order by place limit ${sql.lit(TILES)}
    )
    select
      array(select prompt_id from continued order by used_at desc, prompt_id desc) as recent,
      exists (select from copies where user_id = ${memberId}) as "hasCopied",
      array(select prompt_id from newest order by place) as newest,
      (select count(*)::integer from categories c join prompt_stats s on s.category_id = c.id and s.is_listed
        and ${isThisWeek} and ${IS_NOT_CONTINUED}) as "newThisWeek",
      array(select prompt_id from popular order by place, copy_count desc, prompt_id) as popular,
      exists (select from used) as "isPopularMine",
      (select s.prompt_id from prompt_stats s where s.featured and s.is_listed
        and not exists (select from known where known.prompt_id = s.prompt_id)
        order by s.tier_rank > ${rank}, md5(s.prompt_id || (now() at time zone 'utc')::date::text) limit 1) as featured`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without a from has one row.');
  return row;
}
