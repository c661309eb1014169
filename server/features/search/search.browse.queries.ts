import { type RawBuilder, sql } from 'kysely';
import { type LibrarySort, RELEVANCE, type SearchSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { isAfter, type PromptCount, SORTS, TIE_BREAKERS } from '../catalog/catalog.public.ts';
import type { GroupedPosition } from './search.queries.ts';

/** A search without a text: filters alone. */
export interface BrowseCall {
  /** In the order of the groups. */
  categoryIds: readonly string[];
  topicIds: readonly string[] | undefined;
  tierRank: number | undefined;
  /** A source that includes `prompt_stats s` (favorites.public), when only favorites are searched. */
  favorites: RawBuilder<unknown> | undefined;
}

/** Up to `count` positions in the order of the groups, each read from its own list's index until the page is full. */
export async function browse(
  db: Db,
  call: BrowseCall,
  page: { sort: SearchSort; after: GroupedPosition | undefined; count: number },
): Promise<GroupedPosition[]> {
  // Without words there is no relevance: the most copied first.
  const sort: LibrarySort = page.sort === RELEVANCE ? 'popular' : page.sort;
  const positions: GroupedPosition[] = [];
  for (const [index, categoryId] of call.categoryIds.entries()) {
    const group = index + 1;
    const missing = page.count - positions.length;
    if (missing === 0) break;
    if (group < (page.after?.group ?? 0)) continue;
    const after = page.after?.group === group ? page.after : undefined;
    positions.push(...(await browseCategory(db, call, { categoryId, group, sort, after, count: missing })));
  }
  return positions;
}

async function browseCategory(
  db: Db,
  call: BrowseCall,
  page: {
    categoryId: string;
    group: number;
    sort: LibrarySort;
    after: GroupedPosition | undefined;
    count: number;
  },
): Promise<GroupedPosition[]> {
  const order = SORTS[page.sort];
  const { rows } = await sql<GroupedPosition>`
    select ${page.group}::integer as "group", ${order.key}::text as key, s.featured as "isFeatured",
      s.title_key as title, s.prompt_id as id
    from ${source(call)} where s.category_id = ${page.categoryId} and s.is_listed ${filters(call)}
      ${page.after ? sql`and ${isAfter(order, page.after)}` : sql``}
    order by ${order.key}, ${TIE_BREAKERS} limit ${page.count}`.execute(db);
  return rows;
}

/** How many prompts there are in each topic and tier, among the favorites when they are asked for. */
export async function countFavorites(db: Db, call: BrowseCall): Promise<PromptCount[]> {
  const { rows } = await sql<PromptCount>`
    select s.topic_id as "topicId", s.tier_rank as "tierRank", count(*)::integer as count
    from ${source(call)} where s.is_listed group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

const source = ({ favorites }: BrowseCall): RawBuilder<unknown> => favorites ?? sql`prompt_stats s`;

function filters({ topicIds, tierRank }: BrowseCall): RawBuilder<unknown> {
  const topics = topicIds === undefined ? sql`` : sql`and s.topic_id = any(${topicIds}::text[])`;
  const tier = tierRank === undefined ? sql`` : sql`and s.tier_rank = ${tierRank}`;
  return sql`${topics} ${tier}`;
}
