import { type RawBuilder, sql } from 'kysely';
import type { SearchSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type Cell, isBehind, ORDER_ENDS, ORDERS } from '../catalog/catalog.access.ts';
import {
  asked,
  isTitleHit,
  matches,
  type Narrowing,
  narrowedStats,
  rowMatches,
  titleMatches,
} from './search-match.queries.ts';
import type { Hit, SearchPlace } from './search-place.ts';
import { hasExclusion, type SearchText, wantedWords } from './search-text.ts';

type Sql = RawBuilder<unknown>;

/** How many prompts match, by topic and tier: whole, and by their title alone. */
export interface Matched {
  cells: Cell[];
  titleCells: Cell[];
  /** What the words were looked up as, for finding them in a text again. */
  stems: string[];
}

/** Everything that matches a text, counted. Exact; reads the indexes, not the documents. */
export async function countMatches(
  db: Db,
  text: SearchText,
  rank: number,
  categoryIds: readonly string[],
): Promise<Matched> {
  const everywhere = { rank, topicIds: undefined, tierRank: undefined };
  const columns = sql`d.topic_id, d.tier_rank`;
  const words = wantedWords(text).join(' ');
  const { rows } = await sql<{ cells: Cell[] | null; titles: Cell[] | null; stems: string[] }>`
    with ${asked(text, rank, hasExclusion(text) ? categoryIds : [])},
    cells as (select topic_id as "topicId", tier_rank as "tierRank", count(*) as count
      from (${matches(columns, everywhere)}) m group by topic_id, tier_rank),
    titles as (select topic_id as "topicId", tier_rank as "tierRank", count(*) as count
      from (${titleMatches(columns, text, everywhere)}) m group by topic_id, tier_rank)
    select (select json_agg(cells) from cells) as cells, (select json_agg(titles) from titles) as titles,
      tsvector_to_array(to_tsvector('promptarium_english', ${words})
        || to_tsvector('promptarium_plain', ${words})) as stems`.execute(db);
  return { cells: rows[0]?.cells ?? [], titleCells: rows[0]?.titles ?? [], stems: rows[0]?.stems ?? [] };
}

/** How the matching prompts of one category are found in order. */
export type Way =
  /** Every match from the index, then sorted: for few. */
  | 'sort'
  /** The list in order, each row asked whether the index named it: for the middle. */
  | 'look-up'
  /** The list in order, each row's own document asked: for words that most prompts have. */
  | 'test'
  /** None of this kind. */
  | 'none';

export interface CategoryCall {
  text: SearchText | undefined;
  categoryId: string;
  narrowing: Narrowing;
  sort: SearchSort;
  after: SearchPlace | undefined;
  count: number;
  titles: Way;
  others: Way;
}

/** Up to `count` hits of one category in order: the sort, then hits in the title, then featured, title, id. */
export async function findHits(db: Db, call: CategoryCall): Promise<Hit[]> {
  if (call.text === undefined) {
    return await run(
      db,
      sql`${stream(call, false, sql`from prompt_stats s where ${listed(call)} ${narrowedStats(call.narrowing)}`)}`,
    );
  }
  const streams = [
    ...(call.titles === 'none'
      ? []
      : [sql`(${stream(call, true, source(call, call.text, true, call.titles))})`]),
    ...(call.others === 'none'
      ? []
      : [sql`(${stream(call, false, source(call, call.text, false, call.others))})`]),
  ];
  if (streams.length === 0) return [];
  return await run(
    db,
    sql`with ${asked(call.text, call.narrowing.rank, [call.categoryId])}
      select * from (${sql.join(streams, sql` union all `)}) hits
      order by sort_key, (not "isTitleHit"), (not "isFeatured"), title, id limit ${call.count}`,
  );
}

/** Runs what was put together of pieces; the caller says what its columns are. */
async function run<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  // Pieces of SQL have no row type; the columns are those of `stream` and `findFewHits`.
  const { rows } = await (query as RawBuilder<Row>).execute(db);
  return rows;
}

/** Row by row: the planner, not knowing that the matches are few, would read the whole category beside them. */
const STATS_OF_MATCH = sql`cross join lateral (select * from prompt_stats where prompt_id = m.prompt_id offset 0) s`;

/** One ordered part of a category: the hits in titles, or the others. Each follows an index's own order. */
function stream(call: CategoryCall, isTitle: boolean, from: Sql): Sql {
  const { key } = ORDERS[call.sort];
  return sql`
    select s.prompt_id as id, ${key}::text as key, s.featured as "isFeatured", s.title_key as title,
      ${isTitle}::boolean as "isTitleHit", ${key} as sort_key
    ${from} ${behind(call, isTitle)}
    order by ${key}, ${ORDER_ENDS} limit ${call.count}`;
}

function listed({ categoryId, narrowing }: CategoryCall): Sql {
  // The topic again, although the matches know it: it gives the planner the topic's own, shorter list.
  const [topicId, ...more] = narrowing.topicIds ?? [];
  const topic = topicId === undefined || more.length > 0 ? sql`` : sql`and s.topic_id = ${topicId}`;
  return sql`s.category_id = ${categoryId} and s.is_listed ${topic}`;
}

function source(call: CategoryCall, text: SearchText, isTitle: boolean, way: Way): Sql {
  if (way === 'test')
    return sql`from prompt_stats s where ${listed(call)} and ${rowMatches(call.narrowing, isTitle)}`;
  const ids = isTitle
    ? titleMatches(sql`d.prompt_id`, text, call.narrowing)
    : matches(sql`d.prompt_id`, call.narrowing, sql`and not ${isTitleHit}`);
  if (way === 'sort') return sql`from (${ids}) m ${STATS_OF_MATCH} where ${listed(call)}`;
  // "is true" keeps the planner from turning the look-up into a join, which would lose the list's order.
  return sql`from prompt_stats s where ${listed(call)} and (s.prompt_id in (${ids})) is true`;
}

/** The rows behind the last page, in a list where title hits precede the others of equal sort. */
function behind({ sort, after }: CategoryCall, isTitle: boolean): Sql {
  if (after === undefined) return sql``;
  const order = ORDERS[sort];
  if (after.isTitleHit === isTitle) return sql`and ${isBehind(order, after)}`;
  const value = sql`${after.key}::${order.type}`;
  return after.isTitleHit ? sql`and ${order.key} >= ${value}` : sql`and ${order.key} > ${value}`;
}

/** All matches from the index, sorted at once over every category: for texts that match few prompts. */
export async function findFewHits(
  db: Db,
  call: Omit<CategoryCall, 'categoryId' | 'titles' | 'others' | 'text'> & {
    text: SearchText;
    /** A–Z; those before the last page's own left out. */
    categoryIds: readonly string[];
  },
): Promise<SearchPlace[]> {
  const { key, type } = ORDERS[call.sort];
  const columns = sql`d.prompt_id, d.category_id, ${isTitleHit} as hit`;
  const after = call.after
    ? sql`and (place.position, ${key}, (not m.hit), ${ORDER_ENDS}) > (
        1, ${call.after.key}::${type}, ${!call.after.isTitleHit}, ${!call.after.isFeatured}, ${call.after.title}, ${call.after.id})`
    : sql``;
  return await run(
    db,
    sql`with ${asked(call.text, call.narrowing.rank, hasExclusion(call.text) ? call.categoryIds : [])}
      select s.prompt_id as id, ${key}::text as key, s.featured as "isFeatured", s.title_key as title,
        m.hit as "isTitleHit", s.category_id as "categoryId"
      from (${matches(columns, call.narrowing)}) m
      join unnest(${call.categoryIds}::text[]) with ordinality as place (id, position) on place.id = m.category_id
      ${STATS_OF_MATCH}
      where s.is_listed ${after}
      order by place.position, ${key}, (not m.hit), ${ORDER_ENDS} limit ${call.count}`,
  );
}

/** Of these words, those that nothing the viewer may search has. */
export async function findUnknownWords(
  db: Db,
  words: readonly SearchText[],
  rank: number,
): Promise<number[]> {
  const everywhere = { rank, topicIds: undefined, tierRank: undefined };
  const found = words.map(
    (word, index) => sql`select ${index}::integer as index where not exists (
      with ${asked(word, rank, [])} select from (${matches(sql`1`, everywhere)}) m)`,
  );
  if (found.length === 0) return [];
  const { rows } = await sql<{ index: number }>`${sql.join(found, sql` union all `)}`.execute(db);
  return rows.map((row) => row.index);
}

export interface WordCandidate {
  word: string;
  prompts: number;
  similarity: number;
}

/** Known words like this one: by trigrams, and the ones in `variants` that exist. */
export async function findSimilarWords(
  db: Db,
  word: string,
  variants: readonly string[],
): Promise<WordCandidate[]> {
  const { rows } = await sql<WordCandidate>`
    select word, prompts, similarity(word, ${word}) as similarity from (
      select word, prompts from search_words where word % ${word}
      union select word, prompts from search_words where word = any(${variants})
    ) known order by similarity desc, prompts desc, word limit 30`.execute(db);
  return rows;
}
