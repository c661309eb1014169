import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { RELEVANCE, type SearchSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type PromptCount, SORTS } from '../catalog/catalog.public.ts';
import { BRACKETS } from './search.index.queries.ts';
import {
  type MatchKind,
  phraseScoreOf,
  scoreOf,
  TOPIC_SCORES,
  topicScoreOf,
  WEAK_SCORE,
} from './search.score.queries.ts';
import type { TextQuery } from './search.terms.ts';

type Sql = RawBuilder<unknown>;

/**
 * Matches that are looked at, the most popular ones first: what bounds the work for a word that half of a large library
 * has. Hardly a word of the library we have exceeds it, and below it every figure is exact.
 */
export const MATCH_LIMIT = 1000;

/** With fewer full matches than this, relevance goes on with the prompts that have some of the words. */
const FEW_MATCHES = 20;

/** Partial matches that are looked at for each word. */
const PARTIAL_MATCHES = 150;

/** Which texts a viewer may read: only there does content count as a match. */
export interface ReadScope {
  /** The highest tier they may read. */
  rank: number;
  /** Prompts above it that a grant opens to them. Few: every one was paid for by itself. */
  granted: readonly string[];
}

export interface SearchCall {
  text: TextQuery;
  readScope: ReadScope;
  /** In the order of the groups. */
  categoryIds: readonly string[];
  /** The one that is searched; all when undefined. */
  categoryId: string | undefined;
  topicIds: readonly string[] | undefined;
  tierRank: number | undefined;
  /** A source that includes `prompt_stats s` (favorites.public), when only favorites are searched. */
  favorites: RawBuilder<unknown> | undefined;
}

/** The position of a result: its group, the sort's key inside it, then the tie breakers of every list. */
export const searchPositionSchema = z.object({
  /** The category's place among the groups; by relevance 1 for weak and partial matches, 0 for the others. */
  group: z.number().int(),
  key: z.string().max(500),
  isFeatured: z.boolean(),
  title: z.string().max(500),
  id: z.string().max(40),
});

export type SearchPosition = z.infer<typeof searchPositionSchema>;

/** Not all of the words match. */
export type Match = SearchPosition & { isPartial: boolean };

export interface FoundPage {
  matches: Match[];
  /** All matches under the filters that were looked at, partial ones too where they are in the list. */
  total: number;
  /** More match than were looked at. */
  isExceeded: boolean;
  /** Some prompt has all of the words. */
  hasFullMatch: boolean;
}

/**
 * Up to `count` matches after a position, in one statement. Sorted by relevance, full matches come before partial ones;
 * by another sort partial ones are found only where there is no full match.
 */
export async function findMatches(
  db: Db,
  call: SearchCall,
  page: { sort: SearchSort; after: SearchPosition | undefined; count: number },
): Promise<FoundPage> {
  const isByRelevance = page.sort === RELEVANCE;
  const order = page.sort === RELEVANCE ? byScore(call.text) : SORTS[page.sort];
  const group = isByRelevance
    ? sql`case when s."isPartial" or s.score < ${sql.lit(WEAK_SCORE)} then 1 else 0 end`
    : sql`array_position(${call.categoryIds}::text[], s.category_id)`;
  const sorted = sql`
    select ${group}::integer as "group", ${order.key} as sort_key, s.featured as "isFeatured", s.title_key as title,
      s.prompt_id as id, s."isPartial"
    from ${isByRelevance ? sql`matches s join topic_scores t using (topic_id)` : sql`(${WITH_STATS}) s`}`;
  const { after } = page;
  const isAfter = after
    ? sql`where ("group", sort_key, not "isFeatured", title, id) > (${after.group}::integer,
        ${after.key}::${order.type}, ${!after.isFeatured}::boolean, ${after.title}::text, ${after.id}::text)`
    : sql``;
  // The totals also where the page is empty, behind the last match.
  const { rows } = await sql<Partial<Match> & Omit<FoundPage, 'matches'>>`${prepared(call, page)}
    with ${withMatches(call, isByRelevance)} ${isByRelevance ? sql`, ${TOPIC_SCORES}` : sql``}
    select page.*, totals.* from (
      select count(*)::integer as total, ${wasCut(call)} as "isExceeded", exists (select from found) as "hasFullMatch"
      from matches
    ) totals left join (
      select "group", sort_key, sort_key::text as key, "isFeatured", title, id, "isPartial" from (${sorted}) sorted ${isAfter}
      order by "group", sort_key, not "isFeatured", title, id limit ${page.count}
    ) page on true
    order by "group", sort_key, not "isFeatured", title, id`.execute(db);
  const { total = 0, isExceeded = false, hasFullMatch = false } = rows[0] ?? {};
  return {
    matches: rows.filter((row): row is typeof row & Match => row.id !== null),
    total,
    isExceeded,
    hasFullMatch,
  };
}

/** Row by row: the planner does not know that the matches are few and would read all statistics for them. */
const WITH_STATS = sql`select one.*, m."isPartial" from matches m
  cross join lateral (select * from prompt_stats where prompt_id = m.prompt_id offset 0) one`;

/**
 * How many prompts match in each topic and tier, whatever the filters: full matches, or partial ones without any. In an order
 * of their own: that of the rows would tell of locked texts.
 */
export async function countMatches(
  db: Db,
  call: SearchCall,
): Promise<{ counts: (PromptCount & { isPartial: boolean })[]; isExceeded: boolean }> {
  const { rows } = await sql<PromptCount & { isPartial: boolean; isExceeded: boolean }>`${prepared(call)}
    with ${withMatches(call, false)}
    select topic_id as "topicId", tier_rank as "tierRank", count(*)::integer as count, "isPartial",
      ${wasCut(call)} as "isExceeded"
    from matches group by topic_id, tier_rank, "isPartial" order by 1, 2, 4`.execute(db);
  return { counts: rows, isExceeded: rows[0]?.isExceeded ?? false };
}

/** The words of public texts, and how many prompts have each. */
export async function findSearchWords(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('search_vocabulary').select(['word', 'prompts']).execute();
  return new Map(rows.map(({ word, prompts }) => [word, prompts]));
}

/**
 * Long statements are prepared only when they begin so (core/database/prepared-statements), since planning one takes
 * longer than running it: the most usual ones alone, because each variant takes some 600 kB of every connection, and
 * words, exclusions, filters and sorts make thousands.
 */
function prepared(
  { text, favorites, readScope, tierRank }: SearchCall,
  page?: { sort: SearchSort; after: unknown },
): Sql {
  const isUsual =
    text.terms.length <= 3 &&
    text.terms.every(({ isExcluded }) => !isExcluded) &&
    tierRank === undefined &&
    favorites === undefined &&
    readScope.granted.length === 0 &&
    (page === undefined || (page.after === undefined && USUAL_SORTS.has(page.sort)));
  return sql.raw(isUsual ? '/* fixed */' : '');
}

/** While somebody types, and of a page on which no sort was chosen. */
const USUAL_SORTS: ReadonlySet<SearchSort> = new Set([RELEVANCE, 'popular']);

/** Descending: positions are ascending keys. Whole numbers, so that it can be written into a cursor. */
const byScore = (text: TextQuery) => ({
  key: sql`(-round((s.score + ${topicScoreOf(text)} + ${phraseScoreOf(text)}) * 10000))::integer`,
  type: sql`integer`,
});

/**
 * `matches`: full ones, then partial ones. `term`: the words with their tsqueries. `query`: all of them together, limited
 * to the filters by the marks of the documents. Materialized, so that the planner knows none of them and always takes the
 * indexes.
 */
export function withMatches(call: SearchCall, isByRelevance: boolean): Sql {
  const { text, categoryId, topicIds } = call;
  const marks = topicIds?.map((id) => `' t${id}'`) ?? (categoryId === undefined ? [] : [`' c${categoryId}'`]);
  const documents = isByRelevance && text.phrase !== '' ? DOCUMENTS : sql``;
  const columns = (kind: MatchKind) => sql`${MATCH_COLUMNS} ${documents},
    ${sql.lit(kind === 'partial')} as "isPartial", ${isByRelevance ? scoreOf(text, kind) : sql`0`} as score`;
  const partial = sql`
    select t.position as found_by, ${columns('partial')}
    from query q cross join term t cross join lateral (
      ${armsOf(call, sql`d.public_document @@ (t.query && q.narrowing)`)} limit ${sql.lit(PARTIAL_MATCHES + 1)}
    ) d
    where (select count(*) from found) < ${sql.lit(isByRelevance ? FEW_MATCHES : 1)}
      and not t."isExcluded" and not t."isOptional" and numnode(t.query) > 0
      and not exists (select from found where found.prompt_id = d.prompt_id)`;
  const matches = canMatchPartly(text)
    ? sql`partial as materialized (${partial}),
    matches as materialized (
      select * from found union all (select distinct on (prompt_id) ${MATCH_COLUMNS} ${documents}, "isPartial", score from partial d))`
    : sql`matches as materialized (select * from found)`;
  return sql`term as materialized (
      select *, websearch_to_tsquery('search_english', stems) || websearch_to_tsquery('search_plain', plain)
        || case when beginning = '' then ''::tsquery else websearch_to_tsquery('search_english', before)
          && to_tsquery('search_plain', beginning || ':*') end as query,
        websearch_to_tsquery('search_plain', typed) as typed_query
      from json_to_recordset(${JSON.stringify(text.terms)}::json) as given (position integer, branch integer, stems text,
        plain text, typed text, beginning text, before text, weight real, "isExcluded" boolean, "isOptional" boolean)
    ),
    query as materialized (
      -- With a word to leave out every document must be looked at, which the mark that all have does.
      select filter && excluded as narrowing,
        wanted && filter && case when excluded = '' then ''::tsquery else ${ANY_MARK}::tsquery end as wanted,
        websearch_to_tsquery('search_english', ${text.phrase}::text) as phrase
      from (
        select ${topicIds?.length === 0 ? NO_MARK : marks.join(' | ')}::text::tsquery as filter,
          coalesce((select ('!(' || string_agg(query::text, ' | ') || ')')::tsquery from term
            where "isExcluded" and numnode(query) > 0), '') as excluded,
          coalesce((select string_agg(branch, ' | ')::tsquery from (
            select '(' || string_agg(case when "isExcluded" then '!(' else '(' end || query::text || ')', ' & ') || ')' as branch
            from term where not "isOptional" and numnode(query) > 0 group by term.branch
          ) branches), ${NO_MARK}::tsquery) as wanted
      ) parts
    ),
    public as materialized (
      select ${columns('public')} from (${publicArms(call, WANTED)}) d limit ${sql.lit(MATCH_LIMIT + 1)}
    ),
    found as materialized (
      select * from public
      union all (
        select ${columns('content')} from (${contentArms(call, WANTED)}) d
        where not exists (select from public where public.prompt_id = d.prompt_id)
        limit ${sql.lit(MATCH_LIMIT + 1)} - (select count(*) from public)
      )
    ),
    ${matches}`;
}

const MATCH_COLUMNS = sql`d.prompt_id, d.category_id, d.topic_id, d.tier_rank, d.featured, d.title_key`;

/** In which the phrase is looked for when the matches are counted. */
const DOCUMENTS = sql`, d.title_document, d.keyword_document, d.public_document`;

/** More match than were looked at: with all of the words, or with one of them. */
function wasCut({ text }: SearchCall): Sql {
  const isCut = canMatchPartly(text)
    ? sql`or exists (select from partial group by found_by having count(*) > ${sql.lit(PARTIAL_MATCHES)})`
    : sql``;
  return sql`((select count(*) from found) > ${sql.lit(MATCH_LIMIT)} ${isCut})`;
}

/** One word either matches or does not. Left out then, because a statement costs what it could do, too. */
function canMatchPartly({ terms }: TextQuery): boolean {
  return terms.filter(({ isExcluded, isOptional }) => !isExcluded && !isOptional).length > 1;
}

/** Marks of the documents (search.index.queries): one that all have, and one that none has. */
const [ANY_MARK, NO_MARK] = [`' '`, `'  '`];

const WANTED = sql`(select wanted from query)`;

function isReadable({ rank, granted }: ReadScope): Sql {
  const isGranted = granted.length > 0 ? sql`or d.prompt_id = any(${granted}::text[])` : sql``;
  return sql`(d.tier_rank <= ${sql.lit(rank)} ${isGranted})`;
}

/** By public documents; a word to leave out is looked for in all that the viewer may read. */
function publicArms(call: SearchCall, query: Sql): Sql {
  const isAllowed = call.text.terms.some(({ isExcluded }) => isExcluded)
    ? sql`and (not ${isReadable(call.readScope)} or d.full_document @@ ${query})`
    : sql``;
  return armsOf(call, sql`d.public_document @@ ${query} ${isAllowed}`);
}

/**
 * Also by the content, where the viewer may read it. A text they may not read is never searched: neither a hit nor a miss,
 * nor an order, discloses anything of it.
 */
const contentArms = (call: SearchCall, query: Sql): Sql =>
  armsOf(call, sql`d.full_document @@ ${query} and ${isReadable(call.readScope)}`);

/** The most popular bracket first, each by its own index. */
function armsOf({ tierRank, favorites }: SearchCall, condition: Sql): Sql {
  const filters = sql`
    ${tierRank === undefined ? sql`` : sql`and d.tier_rank = ${sql.lit(tierRank)}`}
    ${favorites ? sql`and d.prompt_id in (select s.prompt_id from ${favorites})` : sql``}`;
  const arms = BRACKETS.map(
    (bracket) =>
      sql`select * from search_documents d where d.bracket = ${sql.lit(bracket)} and ${condition} ${filters}`,
  );
  return sql.join(arms, sql` union all `);
}
