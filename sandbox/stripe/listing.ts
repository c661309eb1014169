import { z } from 'zod';
import { noSuch } from './errors.ts';
import type { List } from './records.ts';
import type { Table } from './table.ts';

export interface PageParams {
  limit?: number | undefined;
  starting_after?: string | undefined;
}

/** The parameters of a list: what it is filtered by, and what pages it. */
export function pageSchema<T extends z.ZodRawShape>(filters: T) {
  const paging = { limit: z.int().min(1).max(100).optional(), starting_after: z.string().optional() };
  return z.strictObject({ ...filters, ...paging });
}

/** A page of what fits, newest first. */
export function pageOf<T extends { id: string }>(
  table: Table<T>,
  { limit = 10, starting_after: after }: PageParams,
  isWanted: (row: T) => boolean,
): List<T> {
  const rows = table.where(isWanted).reverse();
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) throw noSuch(table.kind, after, 'starting_after');
  return {
    object: 'list',
    data: rows.slice(from, from + limit),
    has_more: rows.length > from + limit,
    url: `/v1/${table.kind}s`,
  };
}
