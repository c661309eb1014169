import { invalidParameter, noSuch } from './errors.ts';
import type { Params } from './form.ts';
import type { List } from './records.ts';
import type { Table } from './store.ts';

/** A page of what fits, newest first: `limit`, `starting_after`, `ending_before`, `created[gte]`… */
export function listPage<T extends { id: string; created?: number }>(
  table: Table<T>,
  params: Params,
  url: string,
  isWanted: (row: T) => boolean = () => true,
): List<T> {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100)
    throw invalidParameter('limit', 'Invalid integer: limit must be from 1 to 100.');
  const rows = table.where((row) => isWanted(row) && isWithin(params, row.created ?? 0)).reverse();
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  if (after) {
    const from = placeOf(table, rows, after, 'starting_after') + 1;
    return page(url, rows.slice(from, from + limit), rows.length > from + limit);
  }
  if (before) {
    const to = placeOf(table, rows, before, 'ending_before');
    return page(url, rows.slice(Math.max(0, to - limit), to), to > limit);
  }
  return page(url, rows.slice(0, limit), rows.length > limit);
}

/** @param name of the query whose value a member must have; nothing asked, everything fits */
export function fits(params: Params, name: string, value: unknown): boolean {
  const wanted = params.text(name);
  return wanted === undefined || wanted === value;
}

function isWithin(params: Params, created: number): boolean {
  const range = params.part('created');
  const { gt, gte, lt, lte } = {
    gt: range.integer('gt'),
    gte: range.integer('gte'),
    lt: range.integer('lt'),
    lte: range.integer('lte'),
  };
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  );
}

function placeOf<T extends { id: string }>(table: Table<T>, rows: T[], id: string, param: string): number {
  const place = rows.findIndex((row) => row.id === id);
  if (place < 0) throw noSuch(table.kind, id, param);
  return place;
}

function page<T>(url: string, data: T[], has_more: boolean): List<T> {
  return { object: 'list', data, has_more, url };
}
