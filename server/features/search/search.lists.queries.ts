import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';
import {
  isAfter,
  type Position,
  positionColumns,
  type SortKey,
  TIE_BREAKERS,
} from '../catalog/catalog.public.ts';

/** The prompts of a list that pass its filters. */
export interface ListedPrompts {
  /** For a `from`: listed prompts only, with `prompt_stats s` among them. */
  source: RawBuilder<unknown>;
  categoryId: string | undefined;
  tierRank: number | undefined;
  /** Those that a text matches; undefined without a text. */
  ids: readonly string[] | undefined;
}

/** Up to `count` of them after a position. */
export async function findListed(
  db: Db,
  prompts: ListedPrompts,
  { order, after, count }: { order: SortKey; after: Position | undefined; count: number },
): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select ${positionColumns(order)} from ${prompts.source}
    where ${conditionsOf(prompts)} ${after ? sql`and ${isAfter(order, after)}` : sql``}
    order by ${order.key}, ${TIE_BREAKERS} limit ${count}`.execute(db);
  return rows;
}

export async function countListed(db: Db, prompts: ListedPrompts): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${prompts.source} where ${conditionsOf(prompts)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function conditionsOf({ categoryId, tierRank, ids }: ListedPrompts): RawBuilder<unknown> {
  const conditions = [
    sql`s.is_listed`,
    ...(categoryId === undefined ? [] : [sql`s.category_id = ${categoryId}`]),
    ...(tierRank === undefined ? [] : [sql`s.tier_rank = ${tierRank}`]),
    ...(ids === undefined ? [] : [sql`s.prompt_id = any(${ids}::text[])`]),
  ];
  return sql.join(conditions, sql` and `);
}
