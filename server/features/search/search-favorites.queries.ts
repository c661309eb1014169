import { type RawBuilder, sql } from 'kysely';
import { RELEVANCE, type SearchSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { ORDER_ENDS, ORDERS } from '../catalog/catalog.access.ts';
import { asked, fitOf, isMatch, isTitleHit, type Narrowing, narrowedStats } from './search-match.queries.ts';
import type { SearchPlace } from './search-place.ts';
import { byFit, isBehindFit } from './search-relevance.queries.ts';
import type { SearchText } from './search-text.ts';

/** A search among what a member keeps. */
export interface FavoriteCall {
  /** To be read from, `prompt_stats s` among it (favorites.access). */
  favorites: RawBuilder<unknown>;
  text: SearchText | undefined;
  narrowing: Narrowing;
  /** In the order of the groups. */
  categoryIds: readonly string[];
}

/**
 * Every kept prompt is asked by its own document: they are few, where the words may match half the library. Asked
 * one by one, which `offset 0` sees to, and by the same rule as everywhere.
 */
function matching(call: FavoriteCall, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { text, narrowing, favorites } = call;
  const document = text
    ? sql`cross join lateral (select ${isTitleHit} as "isTitleHit", ${isMatch(narrowing)} as "isMatch", ${fitOf(narrowing)} as fit
        from prompt_search d where d.prompt_id = s.prompt_id offset 0) d`
    : sql`cross join (select false as "isTitleHit", true as "isMatch", 0::numeric as fit) d`;
  return sql`${text ? sql`with ${asked(text, narrowing)}` : sql``}
    select ${columns} from ${favorites}
    join unnest(${call.categoryIds}::text[]) with ordinality as place (id, position) on place.id = s.category_id
    ${document}
    where d."isMatch" ${narrowedStats(narrowing)}`;
}

export async function countFavoriteHits(db: Db, call: FavoriteCall): Promise<number> {
  // Put together of pieces, which have no row type; the column is the one named here.
  const query = matching(call, sql`count(*)::integer as count`) as RawBuilder<{ count: number }>;
  const { rows } = await query.execute(db);
  return rows[0]?.count ?? 0;
}

/** Up to `count` places in the order of every search: group, sort, title hits, featured, title, id. */
export async function findFavoriteHits(
  db: Db,
  call: FavoriteCall,
  page: { sort: SearchSort; after: SearchPlace | undefined; count: number },
): Promise<SearchPlace[]> {
  if (page.sort === RELEVANCE) return await findByFit(db, call, page);
  const { key, type } = ORDERS[page.sort];
  const { after } = page;
  const columns = sql`s.prompt_id as id, ${key}::text as key, s.featured as "isFeatured", s.title_key as title,
    d."isTitleHit", s.category_id as "categoryId"`;
  const groupOfAfter = call.categoryIds.indexOf(after?.categoryId ?? '') + 1;
  const behind = after
    ? sql`and (place.position, ${key}, (not d."isTitleHit"), ${ORDER_ENDS}) > (${groupOfAfter}::bigint,
        ${after.key}::${type}, ${!after.isTitleHit}, ${!after.isFeatured}, ${after.title}, ${after.id})`
    : sql``;
  const { rows } = await sql<SearchPlace>`${matching(call, columns)} ${behind}
    order by place.position, ${key}, (not d."isTitleHit"), ${ORDER_ENDS} limit ${page.count}`.execute(db);
  return rows;
}

/** By relevance: not grouped. Without words nothing fits better than another, and the ties decide. */
async function findByFit(
  db: Db,
  call: FavoriteCall,
  { after, count }: { after: SearchPlace | undefined; count: number },
): Promise<SearchPlace[]> {
  const [hit, fit] = [sql`d."isTitleHit"`, sql`d.fit`];
  const columns = sql`s.prompt_id as id, d.fit::text as key, s.featured as "isFeatured", s.title_key as title,
    d."isTitleHit", s.category_id as "categoryId"`;
  const { rows } = await sql<SearchPlace>`${matching(call, columns)}
    ${after ? sql`and ${isBehindFit(hit, fit, after)}` : sql``}
    order by ${byFit(hit, fit)} limit ${count}`.execute(db);
  return rows;
}
