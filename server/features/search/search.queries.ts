import { type RawBuilder, sql } from 'kysely';
import type { LibrarySort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type Cell, isBehind, ORDER_ENDS, ORDERS } from '../catalog/catalog.access.ts';
import {
  asked,
  isTitleHit,
  matches,
  type Narrowing,
  narrowedStats,
  type Part,
  type Reach,
  rowMatches,
  titleHitOf,
  titleMatches,
} from './search-match.queries.ts';
import type { Hit, SearchPlace } from './search-place.ts';
import { hasExclusion, type SearchText, wantedWords } from './search-text.ts';

type Sql = RawBuilder<unknown>;

/** What matches a text: how many by topic and tier, and which, when they are few. */
export interface Matched {
  cells: Cell[];
  /** Those whose title alone answers. */
  titleCells: Cell[];
  /** All of them; undefined when more than `FEW`. */
  few: Match[] | undefined;
  /** What the words were looked up as, for finding them in a text again. */
  stems: string[];
}

export interface Match {
  id: string;
  isTitleHit: boolean;
}

/** Up to so many matches are read and sorted at once, over every category. */
export const FEW = 500;

/** Everything that matches a text, counted. Exact; reads the indexes, not the documents. */
export async function countMatches(db: Db, text: SearchText, reach: Reach): Promise<Matched> {
  const everywhere = { ...reach, topicIds: undefined, tierRank: undefined };
  const words = wantedWords(text).join(' ');
  const cells = (from: Sql) => sql`(select json_agg(cell) from (
    select topic_id as "topicId", tier_rank as "tierRank", count(*) as count from ${from} group by 1, 2) cell)`;
  const columns = sql`d.prompt_id, d.topic_id, d.tier_rank`;
  // With an exclusion the title's index cannot tell a hit of the whole, so each match is asked for its title.
  const [found, titles] = hasExclusion(text)
    ? [matches(sql`${columns}, ${isTitleHit} as hit`, everywhere), sql`(select * from found where hit)`]
    : [matches(columns, everywhere), sql`(${titleMatches(columns, text, everywhere)})`];
  const { rows } = await sql<{ [Field in keyof Matched]: Matched[Field] | null }>`
    with ${asked(text, everywhere)}, found as materialized (${found})
    select ${cells(sql`found`)} as cells, ${cells(sql`${titles} titles`)} as "titleCells",
      case when (select count(*) from found) <= ${FEW} then (
        select json_agg(json_build_object('id', prompt_id, 'isTitleHit', ${titleHitOf(sql`found.prompt_id`)}))
        from found) end as few,
      tsvector_to_array(to_tsvector('promptarium_english', ${words})
        || to_tsvector('promptarium_plain', ${words})) as stems`.execute(db);
  const { cells: all, titleCells, few, stems } = rows[0] ?? {};
  return { cells: all ?? [], titleCells: titleCells ?? [], few: few ?? undefined, stems: stems ?? [] };
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
  sort: LibrarySort;
  after: SearchPlace | undefined;
  count: number;
  ways: Record<Part, Way>;
}

/** Up to `count` hits of one category in order: the sort, then hits in the title, then featured, title, id. */
export async function findHits(db: Db, call: CategoryCall): Promise<Hit[]> {
  // Without a text there are no title hits: every page is read like a first one.
  if (call.after === undefined || call.text === undefined) {
    const hits = await findInOneWalk(db, call);
    if (hits !== undefined) return hits;
  }
  const parts = (['titles', 'others'] as const).filter((part) => call.ways[part] !== 'none');
  if (parts.length === 0) return [];
  // Each part follows an index's own order; only their first rows are sorted together.
  const streams = parts.map((part) => sql`(${stream(call, part, sql`${part === 'titles'}::boolean`)})`);
  return await run(
    db,
    sql`${asking(call)} select id, key, "isFeatured", title, "isTitleHit"
      from (${sql.join(streams, sql` union all `)}) hits ${HIT_ORDER} limit ${call.count}`,
  );
}

/** Up to `count` hits of one part of one category, by the sort alone: for parts that do not mix. */
export async function findPartHits(db: Db, call: CategoryCall, part: Part): Promise<Hit[]> {
  const isTitleHit = sql`${part === 'titles'}::boolean`;
  return await run(
    db,
    sql`${asking(call)} select id, key, "isFeatured", title, "isTitleHit"
      from (${stream(call, part, isTitleHit)}) hits ${HIT_ORDER}`,
  );
}

/**
 * A page by the list's own order, in one walk instead of two. Undefined when it ends amid prompts of
 * equal sort: which of those are hits in the title, and so come first, only the parts can tell.
 */
async function findInOneWalk(db: Db, call: CategoryCall): Promise<Hit[] | undefined> {
  const isTitleHit = call.text ? titleHitOf(sql`s.prompt_id`) : sql`false`;
  const hits = await run<Hit>(
    db,
    sql`${asking(call)} select id, key, "isFeatured", title, "isTitleHit"
      from (${stream({ ...call, count: call.count + 1 }, 'all', isTitleHit)}) hits ${HIT_ORDER}`,
  );
  const isTied = hits.length > call.count && hits.at(-1)?.key === hits.at(-2)?.key;
  return isTied && call.text !== undefined ? undefined : hits.slice(0, call.count);
}

const HIT_ORDER = sql`order by sort_key, (not "isTitleHit"), (not "isFeatured"), title, id`;

const asking = ({ text, narrowing, categoryId }: CategoryCall) =>
  text ? sql`with ${asked(text, narrowing, categoryId)}` : sql``;

/** Runs what was put together of pieces; the caller says what its columns are. */
export async function run<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  // Pieces of SQL have no row type; the columns are those of `stream` and `findFewHits`.
  const { rows } = await (query as RawBuilder<Row>).execute(db);
  return rows;
}

/** Row by row: the planner, not knowing that the matches are few, would read the whole category beside them. */
export const STATS_OF_MATCH = sql`cross join lateral (select * from prompt_stats where prompt_id = m.prompt_id offset 0) s`;

/** The matches of one category, or one part of them, in the list's order. */
function stream(call: CategoryCall, part: Part, isTitleHit: Sql): Sql {
  const { key } = ORDERS[call.sort];
  return sql`
    select s.prompt_id as id, ${key}::text as key, s.featured as "isFeatured", s.title_key as title,
      ${isTitleHit} as "isTitleHit", ${key} as sort_key
    from ${source(call, part)} ${behind(call, part)}
    order by ${key}, ${ORDER_ENDS} limit ${call.count}`;
}

function listed({ categoryId, narrowing }: CategoryCall): Sql {
  // The topic again, although the matches know it: it gives the planner the topic's own, shorter list.
  const [topicId, ...more] = narrowing.topicIds ?? [];
  const topic = topicId === undefined || more.length > 0 ? sql`` : sql`and s.topic_id = ${topicId}`;
  return sql`s.category_id = ${categoryId} and s.is_listed ${topic}`;
}

function source(call: CategoryCall, part: Part): Sql {
  const { text, narrowing } = call;
  if (text === undefined) return sql`prompt_stats s where ${listed(call)} ${narrowedStats(narrowing)}`;
  const way = call.ways[part];
  if (way === 'test') return sql`prompt_stats s where ${listed(call)} and ${rowMatches(narrowing, part)}`;
  const ids =
    part === 'titles'
      ? titleMatches(sql`d.prompt_id`, text, narrowing)
      : matches(sql`d.prompt_id`, narrowing, part === 'others' ? sql`and not ${isTitleHit}` : sql``);
  if (way === 'sort') return sql`(${ids}) m ${STATS_OF_MATCH} where ${listed(call)}`;
  // "is true" keeps the planner from turning the look-up into a join, which would lose the list's order.
  return sql`prompt_stats s where ${listed(call)} and (s.prompt_id in (${ids})) is true`;
}

/** The rows behind the last page, in a list where title hits precede the others of equal sort. */
function behind({ text, sort, after }: CategoryCall, part: Part): Sql {
  if (after === undefined) return sql``;
  const order = ORDERS[sort];
  if (text === undefined || after.isTitleHit === (part === 'titles'))
    return sql`and ${isBehind(order, after)}`;
  const value = sql`${after.key}::${order.type}`;
  return after.isTitleHit ? sql`and ${order.key} >= ${value}` : sql`and ${order.key} > ${value}`;
}

/** Few matches to be read from as `m (prompt_id, hit)`: those already known, or from the index. */
export function fewMatches(known: readonly Match[] | undefined, narrowing: Narrowing): Sql {
  if (known === undefined) return sql`(${matches(sql`d.prompt_id, ${isTitleHit} as hit`, narrowing)}) m`;
  const ids = known.map(({ id }) => id);
  const hits = known.map((match) => match.isTitleHit);
  return sql`unnest(${ids}::text[], ${hits}::boolean[]) as m (prompt_id, hit)`;
}

/** Few matches, sorted at once over every category: from the index, or from those already known. */
export async function findFewHits(
  db: Db,
  call: Omit<CategoryCall, 'categoryId' | 'ways' | 'text'> & {
    text: SearchText;
    known: readonly Match[] | undefined;
    /** A–Z; those before the last page's own left out. */
    categoryIds: readonly string[];
  },
): Promise<SearchPlace[]> {
  const { key, type } = ORDERS[call.sort];
  const { after, known, text, narrowing } = call;
  const behindLast = after
    ? sql`and (place.position, ${key}, (not m.hit), ${ORDER_ENDS}) > (
        1, ${after.key}::${type}, ${!after.isTitleHit}, ${!after.isFeatured}, ${after.title}, ${after.id})`
    : sql``;
  return await run(
    db,
    sql`${known ? sql`` : sql`with ${asked(text, narrowing)}`}
      select s.prompt_id as id, ${key}::text as key, s.featured as "isFeatured", s.title_key as title,
        m.hit as "isTitleHit", s.category_id as "categoryId"
      from ${fewMatches(known, narrowing)} ${STATS_OF_MATCH}
      join unnest(${call.categoryIds}::text[]) with ordinality as place (id, position) on place.id = s.category_id
      where s.is_listed ${narrowedStats(narrowing)} ${behindLast}
      order by place.position, ${key}, (not m.hit), ${ORDER_ENDS} limit ${call.count}`,
  );
}

/** Of these words, those that nothing the viewer may search has. */
export async function findUnknownWords(
  db: Db,
  words: readonly SearchText[],
  reach: Reach,
): Promise<number[]> {
  const everywhere = { ...reach, topicIds: undefined, tierRank: undefined };
  const found = words.map(
    (word, index) => sql`select ${index}::integer as index where not exists (
      with ${asked(word, everywhere)} select from (${matches(sql`1`, everywhere)}) m)`,
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
