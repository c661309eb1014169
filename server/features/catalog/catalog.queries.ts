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

/** A category's prompts, or those of some topics. */
export type List = { categoryId: string } | { topicIds: readonly string[] };

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
  const { rows } = await ('categoryId' in list
    ? sql<PlaceRow>`${read(sql`s.category_id = ${list.categoryId}`)}`
    : // Each topic is read in order up to one page, and only these few rows are sorted together.
      sql<PlaceRow>`
          select listed.* from unnest(${list.topicIds}::text[]) as topic (id)
          cross join lateral (${read(sql`s.topic_id = topic.id`)}) listed
          order by sort_key, (not is_featured), title, listed.id limit ${page.count}`
  ).execute(db);
  return rows.map(toPlace);
}
