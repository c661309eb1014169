import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Counted, runCounted } from '#server/core/database/counters.ts';
import { fromMoment, momentShape, toMoment } from '#server/core/database/moments.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { ListedPrompt } from '../prompts/prompts.access.ts';

type FavoriteCount = Counted & { favoriteCount: number };

const COUNTERS = sql`s.favorite_count as "favoriteCount"`;

export async function addFavorite(
  db: Db,
  memberId: string,
  prompt: ListedPrompt,
  announcement: RawBuilder<unknown>,
): Promise<FavoriteCount> {
  return await runCounted(db, {
    promptId: prompt.id,
    event: sql`event as (insert into favorites (user_id, prompt_id) values (${memberId}, ${prompt.id})
      on conflict do nothing returning 1)`,
    changes: sql`favorite_count = s.favorite_count + 1`,
    counters: COUNTERS,
    announcement,
  });
}

export async function removeFavorite(
  db: Db,
  memberId: string,
  prompt: ListedPrompt,
  announcement: RawBuilder<unknown>,
): Promise<FavoriteCount> {
  return await runCounted(db, {
    promptId: prompt.id,
    event: sql`event as (delete from favorites where user_id = ${memberId} and prompt_id = ${prompt.id} returning 1)`,
    changes: sql`favorite_count = s.favorite_count - 1`,
    counters: COUNTERS,
    announcement,
  });
}

/**
 * What a member keeps and is listed, for the `from` of a list narrowed to it: `favorites f` beside `prompt_stats s`.
 * Favorites are few: the planner, which does not know that, would rather read the whole library beside them.
 */
export function favoritesOf(memberId: string): RawBuilder<unknown> {
  return sql`(select prompt_id, created_at from favorites where user_id = ${memberId}) f
    cross join lateral (select * from prompt_stats where prompt_id = f.prompt_id and is_listed offset 0) s`;
}

/** Where a page of favorites ended. */
export const favoritePlaceShape = z.strictObject({ addedAt: momentShape, id: z.string().max(40) });

export type FavoritePlace = z.infer<typeof favoritePlaceShape>;

/** Up to `count` kept prompts that are listed, last added first, from the start or behind a place. */
export async function findFavorites(
  db: Db,
  memberId: string,
  page: { after: FavoritePlace | undefined; count: number },
): Promise<FavoritePlace[]> {
  const { after } = page;
  const behind = after
    ? sql`and (f.created_at, f.prompt_id) < (${fromMoment(after.addedAt)}, ${after.id})`
    : sql``;
  const { rows } = await sql<FavoritePlace>`
    select f.prompt_id as id, ${toMoment(sql`f.created_at`)} as "addedAt"
    from ${favoritesOf(memberId)} where true ${behind}
    order by f.created_at desc, f.prompt_id desc limit ${page.count}`.execute(db);
  return rows;
}

/** Up to `count` kept prompts that are listed, first added first, from the start or behind a place. */
export async function findFavoritesSince(
  db: Db,
  memberId: string,
  page: { after: FavoritePlace | undefined; count: number },
): Promise<FavoritePlace[]> {
  const { after } = page;
  const behind = after
    ? sql`and (f.created_at, f.prompt_id) > (${fromMoment(after.addedAt)}, ${after.id})`
    : sql``;
  const { rows } = await sql<FavoritePlace>`
    select f.prompt_id as id, ${toMoment(sql`f.created_at`)} as "addedAt"
    from ${favoritesOf(memberId)} where true ${behind}
    order by f.created_at, f.prompt_id limit ${page.count}`.execute(db);
  return rows;
}

export async function countFavorites(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${favoritesOf(memberId)}`.execute(db);
  return rows[0]?.count ?? 0;
}
