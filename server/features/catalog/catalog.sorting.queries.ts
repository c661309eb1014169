import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { LibrarySort } from '#contract/sorts.ts';

/** How a list is sorted: an ascending key of `prompt_stats s`, and the SQL type of the key. */
export interface SortKey {
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
}

const NEWEST: SortKey = { key: sql`s.newest_key`, type: sql`bigint` };

/** Descending by a time: a list's own order. */
export const latestFirst = (column: RawBuilder<unknown>): SortKey => ({
  key: sql`(-(extract(epoch from ${column}) * 1000000)::bigint)`,
  type: sql`bigint`,
});

/** Each has its index in the migrations; `TIE_BREAKERS` decide between equal keys. */
export const SORTS: Readonly<Record<LibrarySort, SortKey>> = {
  popular: { key: sql`(-s.copy_count)`, type: sql`integer` },
  newest: NEWEST,
  date: NEWEST,
  rating: { key: sql`(-s.rating)`, type: sql`numeric` },
  title: { key: sql`s.title_key`, type: sql`text` },
  upvotes: { key: sql`(-s.upvotes)`, type: sql`integer` },
  favorites: { key: sql`(-s.favorite_count)`, type: sql`integer` },
};

/** Featured first, then by title, then by id. */
export const TIE_BREAKERS = sql`(not s.featured), s.title_key, s.prompt_id`;

/** The position of a row in its list. */
export const positionSchema = z.object({
  key: z.string().max(500),
  isFeatured: z.boolean(),
  title: z.string().max(500),
  id: z.string().max(40),
});

export type Position = z.infer<typeof positionSchema>;

/** The columns of a `Position`. */
export const positionColumns = ({ key }: SortKey) =>
  sql`s.prompt_id as id, ${key}::text as key, s.featured as "isFeatured", s.title_key as title`;

/** True for the rows after a position. One row comparison, so that the scan of the sort's index starts there. */
export function isAfter({ key, type }: SortKey, position: Position): RawBuilder<boolean> {
  return sql`(${key}, ${TIE_BREAKERS}) > (${position.key}::${type}, ${!position.isFeatured}, ${position.title}, ${position.id})`;
}
