import { type RawBuilder, sql } from 'kysely';
import { runCounted } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { fromMicroseconds, toMicroseconds } from '#server/core/database/timestamps.ts';
import { latestFirst } from '../catalog/catalog.public.ts';
import type { ListedPrompt } from '../prompts/prompts.public.ts';

interface FavoriteCount {
  favoriteCount: number;
}

const COUNTERS = sql`s.favorite_count as "favoriteCount"`;

export async function addFavorite(db: Db, memberId: string, prompt: ListedPrompt): Promise<FavoriteCount> {
  return await runCounted(db, {
    promptId: prompt.id,
    event: sql`event as (insert into favorites (user_id, prompt_id) values (${memberId}, ${prompt.id})
      on conflict do nothing returning 1)`,
    changes: sql`favorite_count = s.favorite_count + 1`,
    counters: COUNTERS,
  });
}

export async function removeFavorite(db: Db, memberId: string, prompt: ListedPrompt): Promise<FavoriteCount> {
  return await runCounted(db, {
    promptId: prompt.id,
    event: sql`event as (delete from favorites where user_id = ${memberId} and prompt_id = ${prompt.id} returning 1)`,
    changes: sql`favorite_count = s.favorite_count - 1`,
    counters: COUNTERS,
  });
}

/**
 * The listed favorites of a member, for the `from` of a list limited to them: `favorites f` joined to `prompt_stats s`.
 * Favorites are few: the planner does not know that and would read the whole library for them.
 */
export function favoritesOf(memberId: string): RawBuilder<unknown> {
  return sql`(select prompt_id, created_at from favorites where user_id = ${memberId}) f
    cross join lateral (select * from prompt_stats where prompt_id = f.prompt_id and is_listed offset 0) s`;
}

/** The position of a row in the order they were added; microseconds since 1970, in digits. */
export interface FavoritePosition {
  addedAt: string;
  id: string;
}

/** Up to `count` listed favorites in the order they were added, from the start or after a position. */
export async function findFavorites(
  db: Db,
  memberId: string,
  { after, count }: { after: FavoritePosition | undefined; count: number },
): Promise<FavoritePosition[]> {
  const { rows } = await sql<FavoritePosition>`
    select f.prompt_id as id, ${toMicroseconds(sql`f.created_at`)} as "addedAt" from ${favoritesOf(memberId)}
    ${after ? sql`where (f.created_at, f.prompt_id) > (${fromMicroseconds(after.addedAt)}, ${after.id})` : sql``}
    order by f.created_at, f.prompt_id limit ${count}`.execute(db);
  return rows;
}

/** The order of `favoritesOf`. */
export const LAST_ADDED_FIRST = latestFirst(sql`f.created_at`);
