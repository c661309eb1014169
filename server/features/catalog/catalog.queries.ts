import { type RawBuilder, sql } from 'kysely';
import type { ListSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import {
  isBehind,
  ORDER_ENDS,
  ORDERS,
  PLACE_COLUMNS,
  type Place,
  type PlaceRow,
  toPlace,
} from './catalog-orders.queries.ts';

export interface ShelfRow {
  id: string;
  slug: string;
  name: string;
  description: string;
}

export interface TopicRow extends ShelfRow {
  categoryId: string;
}

/** How many listed prompts a topic has in one tier. */
export interface Cell {
  topicId: string;
  tierRank: number;
  count: number;
}

export async function findCategories(db: Db): Promise<ShelfRow[]> {
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

export async function countCells(db: Db): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select topic_id as "topicId", tier_rank as "tierRank", count(*)::integer as count
    from prompt_stats where is_listed group by topic_id, tier_rank`.execute(db);
  return rows;
}

/** A category's prompts, those of some topics, or all with a rating above 0. */
export type List = { categoryId: string } | { topicIds: readonly string[] } | 'rated';

/** Against zero as the index has it, so that the scan ends with the last rated prompt. */
const IS_RATED = sql`(-s.rating) < 0`;

/** The places of up to `count` prompts of a list, from its start or behind a place. */
export async function findPlaces(
  db: Db,
  list: List,
  page: { sort: ListSort; after: Place | undefined; count: number },
): Promise<Place[]> {
  const order = ORDERS[page.sort];
  const behind = page.after ? sql`and ${isBehind(order, page.after)}` : sql``;
  const read = (condition: RawBuilder<unknown>) => sql`
    select ${PLACE_COLUMNS(order)}, ${order.key} as sort_key from prompt_stats s
    where ${condition} and s.is_listed ${behind}
    order by ${order.key}, ${ORDER_ENDS} limit ${page.count}`;
  const { rows } = await (list === 'rated' || 'categoryId' in list
    ? sql<PlaceRow>`${read(isIn(list))}`
    : // Each topic is read in order up to one page, and only these few rows are sorted together.
      sql<PlaceRow>`
          select listed.* from unnest(${list.topicIds}::text[]) as topic (id)
          cross join lateral (${read(sql`s.topic_id = topic.id`)}) listed
          order by sort_key, (not is_featured), title, listed.id limit ${page.count}`
  ).execute(db);
  return rows.map(toPlace);
}

function isIn(list: List): RawBuilder<unknown> {
  if (list === 'rated') return IS_RATED;
  return 'categoryId' in list
    ? sql`s.category_id = ${list.categoryId}`
    : sql`s.topic_id = any(${list.topicIds}::text[])`;
}

/**
 * The same of what a member keeps. Read from their favorites, which are few beside the list, and sorted.
 * @param favorites to be read from, `prompt_stats s` among it (favorites.access)
 */
export async function findFavoritePlaces(
  db: Db,
  favorites: RawBuilder<unknown>,
  list: List,
  page: { sort: ListSort; after: Place | undefined; count: number },
): Promise<Place[]> {
  const order = ORDERS[page.sort];
  const { rows } = await sql<PlaceRow>`
    select ${PLACE_COLUMNS(order)} from ${favorites}
    where ${isIn(list)} ${page.after ? sql`and ${isBehind(order, page.after)}` : sql``}
    order by ${order.key}, ${ORDER_ENDS} limit ${page.count}`.execute(db);
  return rows.map(toPlace);
}

export async function countFavoritePlaces(
  db: Db,
  favorites: RawBuilder<unknown>,
  list: List,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${favorites} where ${isIn(list)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function countRated(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from prompt_stats s where ${IS_RATED} and s.is_listed`.execute(db);
  return rows[0]?.count ?? 0;
}
