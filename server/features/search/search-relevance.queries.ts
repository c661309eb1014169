import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';
import { ORDER_ENDS } from '../catalog/catalog.access.ts';
import { fewMatches, type Match, run, STATS_OF_MATCH } from './search.queries.ts';
import { asked, fitOf, type Narrowing, narrowedStats } from './search-match.queries.ts';
import type { SearchPlace } from './search-place.ts';
import type { SearchText } from './search-text.ts';

/** The order of a search by relevance, of rows with `hit` (of the title) and `fit`. */
export const byFit = (hit: RawBuilder<unknown>, fit: RawBuilder<unknown>) =>
  sql`(not ${hit}), ${fit}, ${ORDER_ENDS}`;

/** True for the rows behind a place in that order. */
export function isBehindFit(
  hit: RawBuilder<unknown>,
  fit: RawBuilder<unknown>,
  after: SearchPlace,
): RawBuilder<boolean> {
  return sql`(${byFit(hit, fit)}) > (${!after.isTitleHit}, ${after.key}::numeric, ${!after.isFeatured},
    ${after.title}, ${after.id})`;
}

/** Few matches over every category, by how well the words fit what the viewer may read of each. */
export async function findFewByFit(
  db: Db,
  call: {
    text: SearchText;
    narrowing: Narrowing;
    known: readonly Match[] | undefined;
    categoryIds: readonly string[];
    after: SearchPlace | undefined;
    count: number;
  },
): Promise<SearchPlace[]> {
  const { text, narrowing, known, categoryIds, after, count } = call;
  const [hit, fit] = [sql`m.hit`, sql`f.fit`];
  return await run(
    db,
    sql`with ${asked(text, narrowing)}
      select s.prompt_id as id, f.fit::text as key, s.featured as "isFeatured", s.title_key as title,
        m.hit as "isTitleHit", s.category_id as "categoryId"
      from ${fewMatches(known, narrowing)} ${STATS_OF_MATCH}
      cross join lateral (
        select ${fitOf(narrowing)} as fit from prompt_search d where d.prompt_id = m.prompt_id offset 0) f
      where s.is_listed and s.category_id = any(${categoryIds}::text[]) ${narrowedStats(narrowing)}
        ${after ? sql`and ${isBehindFit(hit, fit, after)}` : sql``}
      order by ${byFit(hit, fit)} limit ${count}`,
  );
}
