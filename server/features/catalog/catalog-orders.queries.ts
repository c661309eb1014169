import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { LibrarySort } from '#contract/sorts.ts';

/** How a list is ordered: an ascending key of `prompt_stats s`, and the type its values are sent back as. */
export interface Order {
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
}

const POPULAR: Order = { key: sql`(-s.copy_count)`, type: sql`integer` };
const NEWEST: Order = { key: sql`s.newest_key`, type: sql`bigint` };

/** Each has its index in the migrations; ties are ended by `ORDER_ENDS` (DECISIONS 33). */
export const ORDERS: Readonly<Record<LibrarySort, Order>> = {
  popular: POPULAR,
  newest: NEWEST,
  date: NEWEST,
  rating: { key: sql`(-s.rating)`, type: sql`numeric` },
  title: { key: sql`s.title_key`, type: sql`text` },
  upvotes: { key: sql`(-s.upvotes)`, type: sql`integer` },
  favorites: { key: sql`(-s.favorite_count)`, type: sql`integer` },
};

/** Featured first, then by title, then by id. */
export const ORDER_ENDS = sql`(not s.featured), s.title_key, s.prompt_id`;

/** Where a row stands in its list. */
export const placeShape = z.strictObject({
  key: z.string().max(500),
  isFeatured: z.boolean(),
  title: z.string().max(500),
  id: z.string().max(40),
});

export type Place = z.infer<typeof placeShape>;

/** What a row is read with, so that `toPlace` can say where it stands. */
export const PLACE_COLUMNS = (order: Order) =>
  sql`s.prompt_id as id, ${order.key}::text as key, s.featured as is_featured, s.title_key as title`;

export interface PlaceRow {
  id: string;
  key: string;
  is_featured: boolean;
  title: string;
}

export function toPlace(row: PlaceRow): Place {
  return { key: row.key, isFeatured: row.is_featured, title: row.title, id: row.id };
}

/** True for the rows behind a place. One row comparison, so that the order's index starts there. */
export function isBehind(order: Order, place: Place): RawBuilder<boolean> {
  return sql`(${order.key}, ${ORDER_ENDS}) > (${place.key}::${order.type}, ${!place.isFeatured}, ${place.title}, ${place.id})`;
}
