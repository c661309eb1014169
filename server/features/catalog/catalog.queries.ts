import { type RawBuilder, sql } from 'kysely';
import type { ListSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { isAfter, type Position, positionColumns, SORTS, TIE_BREAKERS } from './catalog.sorting.queries.ts';

export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  description: string;
}

export interface TopicRow extends CategoryRow {
  categoryId: string;
}

/** How many listed prompts a topic has in one tier. */
export interface PromptCount {
  topicId: string;
  tierRank: number;
  count: number;
}

export async function findCategories(db: Db): Promise<CategoryRow[]> {
  return await db
    .selectFrom('categories')
    .select(['id', 'slug', 'name', 'description'])
    .orderBy('position')
    .orderBy('slug')
    .execute();
}

export async function findTopics(db: Db): Promise<TopicRow[]> {
  return await db
    .selectFrom('topics')
    .select(['id', 'slug', 'name', 'description', 'category_id as categoryId'])
    .orderBy('position')
    .orderBy('slug')
    .execute();
}

export async function findPromptCounts(db: Db): Promise<PromptCount[]> {
  const { rows } = await sql<PromptCount>`
    select topic_id as "topicId", tier_rank as "tierRank", count(*)::integer as count
    from prompt_stats where is_listed group by topic_id, tier_rank`.execute(db);
  return rows;
}

/** A category's prompts, or those of some topics. */
export type List = { categoryId: string } | { topicIds: readonly string[] };

/**
 * What most voters like, as far as its votes can tell (four of four, or seven of eight): the rating is the lower bound of
 * the share that votes up, times 5. As the index has it, so that the scan ends with the last of them.
 */
export const TOP_RATED = sql`(select * from prompt_stats where (-rating) <= -2.5 and is_listed) s`;

interface Page {
  sort: ListSort;
  after: Position | undefined;
  count: number;
}

/** The positions of up to `count` prompts of a list, from its start or after a position. */
export async function findPositions(db: Db, list: List, { sort, after, count }: Page): Promise<Position[]> {
  const order = SORTS[sort];
  const read = (condition: RawBuilder<unknown>) => sql<Position>`
    select ${positionColumns(order)}, ${order.key} as sort_key from prompt_stats s
    where ${condition} and s.is_listed ${after ? sql`and ${isAfter(order, after)}` : sql``}
    order by ${order.key}, ${TIE_BREAKERS} limit ${count}`;
  const { rows } = await ('categoryId' in list
    ? read(isInList(list))
    : // Each topic is read in order up to one page, and only these few rows are sorted together.
      sql<Position>`
        select listed.* from unnest(${list.topicIds}::text[]) as topic (id)
        cross join lateral (${read(sql`s.topic_id = topic.id`)}) listed
        order by sort_key, (not "isFeatured"), title, listed.id limit ${count}`
  ).execute(db);
  return rows;
}

function isInList(list: List): RawBuilder<unknown> {
  return 'categoryId' in list
    ? sql`s.category_id = ${list.categoryId}`
    : sql`s.topic_id = any(${list.topicIds}::text[])`;
}

/**
 * The same among a member's favorites. They are few compared with the list, so they are read first and then sorted.
 * @param favorites a source that includes `prompt_stats s` (favorites.public)
 */
export async function findFavoritePositions(
  db: Db,
  favorites: RawBuilder<unknown>,
  list: List,
  { sort, after, count }: Page,
): Promise<Position[]> {
  const order = SORTS[sort];
  const { rows } = await sql<Position>`
    select ${positionColumns(order)} from ${favorites}
    where ${isInList(list)} ${after ? sql`and ${isAfter(order, after)}` : sql``}
    order by ${order.key}, ${TIE_BREAKERS} limit ${count}`.execute(db);
  return rows;
}

/** @param favorites as in `findFavoritePositions` */
export async function countFavorites(db: Db, favorites: RawBuilder<unknown>, list: List): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${favorites} where ${isInList(list)}`.execute(db);
  return rows[0]?.count ?? 0;
}
